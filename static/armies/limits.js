// Says beside each limit of an event what the list in the form comes to now. The server judges the
// list with the same measures when it is saved.

const form = document.getElementById("army");
const shown = document.querySelector("[data-limits]");

if (form && shown) {
  const judge = () => {
    for (const limit of shown.querySelectorAll("[data-measure]")) tell(limit);
  };
  for (const name of ["input", "change"]) form.addEventListener(name, judge);
  // A row that was added, copied or removed.
  new MutationObserver(judge).observe(form, { childList: true, subtree: true });
  judge();
}

function tell(limit) {
  const { measure, least, most, among } = limit.dataset;
  const isHome = measure === "home";
  const outside = isHome ? homesOutside(among.split(" ")) : null;
  const measured = isHome ? outside.join(", ") : measureOf(measure);
  const fits = isHome
    ? !outside.length
    : measured >= Number(least ?? -Infinity) && measured <= Number(most ?? Infinity);
  const { fits: fitting, breaks, fitsHome, breaksHome } = shown.dataset;
  const words = isHome ? (fits ? fitsHome : breaksHome) : fits ? fitting : breaks;
  const said = words.replace("{measured}", measured);
  const place = limit.querySelector("[data-measured]");
  if (place.textContent !== said) place.textContent = said;
  limit.classList.toggle("outside", !fits);
}

function measureOf(measure) {
  if (["points", "pbs_cards", "scouting"].includes(measure)) return figure(form.elements[measure]?.value);
  if (measure === "generals") return rowsOf("generals").length;
  const units = rowsOf("units");
  if (measure === "bases") return units.reduce((sum, row) => sum + figure(valueIn(row, "bases")), 0);
  if (measure === "units") return units.length;
  return units.filter((row) => valueIn(row, "kind") === measure.slice(0, -1)).length;
}

// A row that is left empty is left out.
function rowsOf(name) {
  return [...document.querySelectorAll(`#${name} [data-row]`)].filter((row) =>
    [...row.querySelectorAll("input, select")].some((field) =>
      field.type === "checkbox" ? field.checked : field.value.trim(),
    ),
  );
}

function valueIn(row, field) {
  return row.querySelector(`[name$="-${field}"]`)?.value ?? "";
}

function homesOutside(among) {
  const chosen = [...form.querySelectorAll('[name="home"]:checked')];
  return chosen
    .filter((each) => !among.includes(each.value))
    .map((each) => each.closest("label").textContent.trim());
}

function figure(text = "") {
  const number = Number(text.trim().replace(",", "."));
  return Number.isFinite(number) ? number : 0;
}
