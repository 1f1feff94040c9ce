// The page of a battle: lays pieces, waits for the other side, and never shows a hand by "back".

import { copyLinks } from "./copying.js";
import { startLaying } from "./laying.js";
import { startShifting } from "./shifting.js";
import { ringOf } from "./geometry.js";
import { Sheet } from "./sheet.js";

const battle = document.getElementById("battle");
const here = battle.dataset.here;
// True from the moment a form is sent: going to another address then would call the sending off.
let leaving = false;
const LOOKED_AT = 20_000;

keepSecrets();
showRail();
fitTable();
startEditor();
startBoxes();
startCounts();
startTicks();
refuseTwice();
copyLinks();
if (battle.dataset.state) wait();
document.documentElement.dataset.ready = "";

// A page that holds one seat's secrets stands under the neutral page's address (neutral.js): going
// back, forward or reloading asks the server anew, and what the browser kept is hidden.
function keepSecrets() {
  addEventListener("pagehide", () => {
    if (battle.hasAttribute("data-secret")) battle.replaceChildren();
  });
  if (battle.hasAttribute("data-secret")) hideByItself();
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    battle.hidden = true;
    location.replace(here);
  });
}

// What one seat sees goes from the screen with Escape or when the page is left for another; a hand
// that is only looked at also by itself.
function hideByItself() {
  const hide = () => {
    if (leaving) return;
    leaving = true;
    battle.replaceChildren();
    location.replace(here);
  };
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("visibilitychange", () => document.hidden && hide());
  if (battle.dataset.mode !== "hand") return;
  addEventListener("blur", hide);
  setTimeout(hide, LOOKED_AT);
}

function showRail() {
  const rail = document.querySelector(".rail");
  const now = rail?.querySelector(".now");
  if (now) rail.scrollLeft = now.offsetLeft - rail.clientWidth / 2 + now.clientWidth / 2;
}

// On a small screen the table fills its part of the page; scale and legend stand in print.
function fitTable() {
  const svg = document.querySelector("#table svg");
  const { close } = svg?.dataset || {};
  if (!close) return;
  const whole = svg.getAttribute("viewBox");
  const small = matchMedia("(max-width: 56rem), (orientation: portrait)");
  // Cut to what is shown: what lies beyond it would be sliced by the edge of its part of the page.
  const fit = () => {
    svg.setAttribute("viewBox", small.matches ? close : whole);
    svg.style.width = svg.style.height = "";
    if (!small.matches) return;
    const [, , across, down] = close.split(" ").map(Number);
    const { width, height } = svg.parentElement.getBoundingClientRect();
    const scale = Math.min(width / across, height / down);
    svg.style.width = `${across * scale}px`;
    svg.style.height = `${down * scale}px`;
  };
  addEventListener("resize", fit);
  new ResizeObserver(fit).observe(svg.parentElement);
  fit();
}

function startEditor() {
  const source = document.getElementById("editor");
  const svg = document.querySelector("#table svg");
  if (!source || !svg) return;
  const given = JSON.parse(source.textContent);
  if (given.kind === "shown") {
    const sheet = new Sheet(svg);
    if (given.draft?.outline) {
      sheet.add("path", { class: "held", d: sheet.path(ringOf(given.draft.outline)) });
    }
    return;
  }
  const form = document.getElementById("laying");
  document.body.classList.add("editing");
  saysWhatIsNoFigure(form);
  const start = given.kind === "place_piece" ? startLaying : startShifting;
  const editor = start(given, form, svg);
  window.addEventListener("resize", () => editor.show());
  for (const button of form.querySelectorAll("[data-turn]")) {
    button.hidden = false;
    button.addEventListener("click", () => editor.turn(Number(button.dataset.turn)));
  }
  form.querySelector("[data-suggest]").addEventListener("click", (event) => {
    event.preventDefault();
    suggest(given, form, editor, event.currentTarget);
  });
}

// A typed measure that is no figure is never sent: the browser says so beside the field.
function saysWhatIsNoFigure(form) {
  for (const field of form.querySelectorAll(".typed input[pattern]")) {
    const judge = () => {
      field.setCustomValidity("");
      field.setCustomValidity(field.validity.valid ? "" : field.title);
      field.setAttribute("aria-invalid", String(!field.validity.valid));
    };
    field.addEventListener("input", judge);
    field.addEventListener("invalid", () => {
      field.closest("details").open = true;
    });
  }
}

async function suggest(given, form, editor, button) {
  button.disabled = true;
  form.classList.add("busy");
  try {
    const body = new FormData(form);
    const answer = await fetch(given.urls.suggest, { method: "POST", body });
    const found = await answer.json();
    if (found.refused) tell(form, found.refused);
    else if (found.impossible) tell(form, given.words.impossible);
    else if (found.answer.leave) tell(form, given.words.nowhere);
    else {
      form.querySelectorAll(".typed input[pattern]").forEach((each) => each.setCustomValidity(""));
      editor.adopt(found.answer);
      const whole = editor.whole;
      editor.change();
      if (whole) {
        editor.whole = whole;
        editor.show();
      }
      form.querySelectorAll(".refusals, .told, [value=as_placed]").forEach((each) => each.remove());
    }
  } catch {
    tell(form, given.words.unreachable);
  } finally {
    button.disabled = false;
    form.classList.remove("busy");
  }
}

function tell(form, words) {
  form.querySelectorAll(".told").forEach((each) => each.remove());
  const line = document.createElement("p");
  line.className = "refusals told";
  line.setAttribute("role", "alert");
  line.textContent = words;
  form.prepend(line);
}

// The boxes of the map are outside the form that they answer; say which one is chosen.
function startBoxes() {
  const chosen = document.querySelector("[data-chosen]");
  if (!chosen) return;
  for (const box of document.querySelectorAll('.boxes input[name="answer"]')) {
    box.addEventListener("change", () => {
      chosen.textContent = box.dataset.said;
    });
  }
}

// What is to be ticked first; that nothing is has a button of its own.
function startTicks() {
  const button = document.querySelector("[data-needs]");
  if (!button) return;
  const boxes = [...button.form.querySelectorAll(`input[name="${button.dataset.needs}"]`)];
  const judge = () => {
    button.disabled = !boxes.some((box) => box.checked);
  };
  boxes.forEach((box) => box.addEventListener("change", judge));
  judge();
}

// Figures with a minus and a plus.
function startCounts() {
  for (const input of document.querySelectorAll(".count input")) {
    const stepper = document.createElement("span");
    stepper.className = "stepper";
    const label = input.parentElement.querySelector("label")?.textContent.trim() || "";
    input.replaceWith(stepper);
    const step = (by, sign) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", `${sign} ${label}`);
      button.addEventListener("click", () => {
        const value = Number(input.value) + by;
        if (value >= Number(input.min) && value <= Number(input.max)) input.value = String(value);
      });
      return button;
    };
    stepper.append(step(-1, "−"), input, step(1, "+"));
  }
  startLots();
}

// Optional pieces: a tap on a type takes one, a second tap another where some offered lot has two,
// the next puts them back.
function startLots() {
  const form = document.querySelector("[data-lots]");
  if (!form) return;
  const lots = JSON.parse(document.getElementById("lots").textContent);
  const tiles = [...form.querySelectorAll(".counted")].map((tile) => {
    const input = tile.querySelector("input");
    const button = document.createElement("button");
    button.type = "button";
    button.className = tile.className;
    button.append(...tile.children);
    const badge = document.createElement("b");
    badge.className = "times";
    button.append(badge);
    const words = document.createElement("span");
    words.append(...button.querySelector("label").childNodes);
    button.querySelector("label").replaceWith(words);
    input.type = "hidden";
    tile.replaceWith(button);
    return { button, badge, input, type: input.name.slice(6), label: tile.dataset.label };
  });
  const go = form.querySelector(".go button");
  const taken = () => tiles.flatMap(({ input, type }) => Array(Number(input.value)).fill(type));
  const fits = (wanted) => lots.some((lot) => lot.join() === [...wanted].sort().join());
  const update = () => {
    for (const { button, badge, input, type, label } of tiles) {
      const number = Number(input.value);
      badge.textContent = number ? `×${number}` : "";
      button.setAttribute("aria-pressed", String(number > 0));
      button.setAttribute("aria-label", number ? `${label} ×${number}` : label);
      button.classList.toggle("taken", number > 0);
      button.disabled = !number && !fits([...taken(), type]);
    }
    go.disabled = !fits(taken());
    go.textContent = [go.dataset.none, go.dataset.one, go.dataset.some][Math.min(taken().length, 2)];
  };
  for (const { button, input, type } of tiles) {
    button.addEventListener("click", () => {
      input.value = fits([...taken(), type]) ? String(Number(input.value) + 1) : "0";
      update();
    });
  }
  update();
}

// A form goes off once.
function refuseTwice() {
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "1";
      leaving = true;
      form.classList.add("busy");
    });
  }
  addEventListener("pageshow", () => {
    leaving = false;
    for (const form of document.querySelectorAll("form")) delete form.dataset.sent;
  });
}

// Asks again and again whether the battle has gone on, quietly, and goes on with it.
function wait() {
  const offline = document.getElementById("offline");
  const { version, state, checking } = battle.dataset;
  let pause = checking === "1" ? 400 : 1500;
  const look = async () => {
    if (leaving) return later();
    try {
      const answer = await fetch(state, { cache: "no-store" });
      if (leaving) return later();
      if (!answer.ok) throw new Error(String(answer.status));
      const now = await answer.json();
      if (leaving) return later();
      offline.hidden = true;
      const checked = checking === "1" && now.checking === 0;
      if (String(now.version) !== version || checked) {
        if (!busyTyping()) return location.replace(here);
      }
      pause = checking === "1" ? 400 : 1500;
    } catch {
      offline.hidden = false;
      pause = Math.min(pause * 2, 15000);
    }
    return later();
  };
  const later = () => {
    setTimeout(look, document.hidden ? Math.max(pause, 5000) : pause);
  };
  later();
}

function busyTyping() {
  const field = document.activeElement;
  return field?.matches("input:not([type=radio], [type=checkbox]):not([readonly]), textarea") && field.value !== field.defaultValue;
}
