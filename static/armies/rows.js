// Adds, copies and removes rows of the army list form, in place. Without this script the same
// buttons ask the server.

import { addUp } from "./sum.js";

const form = document.getElementById("army");

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const row = button.closest("[data-row]");
  if (button.dataset.adds) {
    event.preventDefault();
    const lines = document.getElementById(button.dataset.adds);
    goOn(place(lines.querySelector("template").content.firstElementChild.cloneNode(true), lines, null));
  } else if (row && "copies" in button.dataset) {
    event.preventDefault();
    goOn(place(copyOf(row), row.parentElement, row.nextElementSibling));
  } else if (row && "drops" in button.dataset) {
    event.preventDefault();
    takeOut(row);
  }
});

form.addEventListener("change", (event) => {
  const row = event.target.closest("[data-row]");
  if (row) tell(row);
});
form.addEventListener("input", () => addUp(form));

// Inserts a row before another, or at the end, under a number that no row has yet.
function place(row, lines, before) {
  const number = Math.max(-1, ...[...lines.querySelectorAll("[data-row]")].map(numberOf)) + 1;
  const was = row.id;
  for (const element of [row, ...row.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (value === was || value.includes(`${was}-`) || value.endsWith(`_${was}`)) {
        element.setAttribute(name, value.replace(was, `${lines.id}-${number}`));
      }
    }
  }
  lines.insertBefore(row, before);
  settle(lines);
  return row;
}

function copyOf(row) {
  const copy = row.cloneNode(true);
  const from = row.querySelectorAll("input, select");
  copy.querySelectorAll("input, select").forEach((field, at) => {
    field.value = from[at].value;
    field.checked = from[at].checked;
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  });
  for (const fault of copy.querySelectorAll(".fault")) fault.remove();
  copy.querySelector("details").open = false;
  return copy;
}

// Removes a row; it can be restored until the next one is removed.
function takeOut(row) {
  const lines = row.parentElement;
  const after = row.nextElementSibling;
  const told = lines.nextElementSibling.querySelector("[data-taken-out]");
  const [words, back] = told.children;
  const name = row.querySelector(".cell input")?.value.trim() || row.querySelector("legend").textContent.trim();
  row.remove();
  settle(lines);
  told.hidden = false;
  words.textContent = told.dataset.takenOut.replace("{row}", name);
  back.onclick = () => {
    lines.insertBefore(row, after?.isConnected ? after : null);
    settle(lines);
    told.hidden = true;
    goOn(row);
  };
  const next = after ?? [...lines.querySelectorAll("[data-row]")].pop();
  if (next) goOn(next);
  else lines.nextElementSibling.querySelector("[data-adds]").focus();
}

function goOn(row) {
  row.querySelector("input, select")?.focus();
}

// Rows are identified by their place, whatever number their fields have.
function settle(lines) {
  [...lines.querySelectorAll("[data-row]")].forEach((row, at) => {
    row.querySelector("legend").textContent = `${lines.dataset.title} ${at + 1}`;
  });
  addUp(form);
}

// The summary of folded options names the ticked ones.
function tell(row) {
  const ticked = [...row.querySelectorAll("details :checked")].map((each) =>
    each.closest("label").textContent.trim(),
  );
  row.querySelector("[data-ticked]").textContent = ticked.join(", ");
}

function numberOf(row) {
  return Number(row.id.split("-").pop());
}
