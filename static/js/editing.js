// The editor of the piece in hand, its suggestions, and its typed measures.

import { ringOf } from "./geometry.js";
import { startLaying } from "./laying.js";
import { Sheet } from "./sheet.js";
import { startShifting } from "./shifting.js";

export function startEditor() {
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
