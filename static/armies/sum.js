// Compares the sum of the rows' points with the stated total while they are edited, in sentences
// that the server wrote.

// The share of the total that generals and a camp may cost; the server uses the same.
const MAX_REST = 0.1;

export function addUp(form) {
  const said = form.querySelector("[data-sum]");
  if (!said) return;
  const rows = [...form.querySelectorAll("[data-row]:has([data-tally])")].filter(isFilled);
  const points = rows.map((row) => figure(row.querySelector("[data-tally]").value));
  const found = points.reduce((sum, each) => sum + each, 0);
  const stated = figure(form.elements.points?.value ?? "");
  const without = points.filter((each) => !each).length;
  const code = codeOf({ rows: rows.length, found, stated, without });
  said.textContent = filled(said.dataset[code] ?? "", {
    found: shown(found),
    stated: shown(stated),
    rest: shown(Math.abs(stated - found)),
    without,
    number: rows.length,
  });
  const farShort = code === "short" && stated - found > stated * MAX_REST;
  said.classList.toggle("remarked", farShort || ["over", "gaps"].includes(code));
}

function codeOf({ rows, found, stated, without }) {
  if (!rows) return "";
  if (!stated) return "alone";
  if (found > stated) return "over";
  if (without) return "gaps";
  return found === stated ? "even" : "short";
}

// An empty row does not count.
function isFilled(row) {
  return [...row.querySelectorAll("input, select")].some((field) =>
    field.type === "checkbox" ? field.checked : field.value.trim(),
  );
}

function figure(text) {
  const number = Number(text.trim().replace(",", "."));
  return Number.isFinite(number) ? number : 0;
}

function shown(number) {
  return String(Math.round(number * 1e6) / 1e6);
}

function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
