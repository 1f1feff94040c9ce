// Stores unsaved text of a form in this browser, and offers it on the next visit.

import { Memory } from "./memory.js";

const OLD = 30 * 24 * 3600 * 1000;
const SOON = 400;
const NOT_KEPT = ["csrfmiddlewaretoken", "do"];
const memory = new Memory("localStorage");
const form = document.querySelector("form[data-keep]");
const key = form?.dataset.keep;

// The page after a saved form. Text that was typed since then in another tab stays.
for (const { dataset } of document.querySelectorAll("[data-forget]")) {
  if (memory.read(dataset.forget)?.sent) memory.forget(dataset.forget);
}

// Signing out on a shared device leaves nothing behind.
for (const leaving of document.querySelectorAll("form[data-forgets]")) {
  leaving.addEventListener("submit", () => {
    for (const each of memory.keys) if (each.startsWith(leaving.dataset.forgets)) memory.forget(each);
  });
}

if (form) {
  const begun = filled(fieldsOf(form));
  const kept = read();
  let writing = 0;
  let sent = false;

  const write = () => {
    clearTimeout(writing);
    const fields = fieldsOf(form);
    if (form.hasAttribute("data-posted") || sent || filled(fields) !== begun) {
      memory.write(key, { at: Date.now(), sent, fields });
    }
  };
  const soon = () => {
    sent = false;
    clearTimeout(writing);
    writing = setTimeout(write, SOON);
  };
  for (const name of ["input", "change", "click"]) form.addEventListener(name, soon);
  form.addEventListener("submit", (event) => {
    sent = event.submitter?.value === "save";
    write();
  });
  addEventListener("pagehide", () => {
    if (writing) write();
  });

  // A page that answers a form shows its text already.
  if (form.hasAttribute("data-posted")) write();
  else if (kept && filled(kept.fields) === begun) memory.forget(key);
  else if (kept) offer(kept);
}

function read() {
  const kept = memory.read(key);
  const whole = Array.isArray(kept?.fields) && kept.fields.every(Array.isArray) && Number.isFinite(kept.at);
  if (whole && Date.now() - kept.at < OLD) return kept;
  if (kept) memory.forget(key);
  return null;
}

function offer(kept) {
  const box = document.querySelector("[data-offer]");
  const { lang } = document.documentElement;
  const when = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short" });
  box.querySelector("[data-offer-at]").textContent = when.format(kept.at);
  box.hidden = false;
  box.querySelector("[data-offer-restore]").addEventListener("click", () => restore(kept));
  box.querySelector("[data-offer-discard]").addEventListener("click", () => {
    memory.forget(key);
    box.hidden = true;
  });
}

// The server draws the form with these values: it knows how many rows they need.
function restore(kept) {
  const again = document.createElement("form");
  again.method = "post";
  again.hidden = true;
  const own = ["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value];
  for (const [name, value] of [...kept.fields, own, ["do", "show"]]) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    again.append(field);
  }
  document.body.append(again);
  again.submit();
}

function fieldsOf(of) {
  return [...new FormData(of)].filter(
    ([name, value]) => !NOT_KEPT.includes(name) && typeof value === "string",
  );
}

// The values as the server reads them: without empty fields, and with rows counted by their order.
function filled(fields) {
  const numbers = new Map();
  const said = [];
  for (const [name, value] of fields) {
    if (!value.trim()) continue;
    const [whole, rows, number] = name.match(/^(\w+)-(\d+)-/) ?? [];
    if (whole && !numbers.has(`${rows}-${number}`)) {
      numbers.set(`${rows}-${number}`, [...numbers.keys()].filter((each) => each.startsWith(`${rows}-`)).length);
    }
    const place = whole ? `${rows}-${numbers.get(`${rows}-${number}`)}-${name.slice(whole.length)}` : name;
    said.push([place, value.trim()]);
  }
  return JSON.stringify(said);
}
