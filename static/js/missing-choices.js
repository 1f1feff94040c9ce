// What was not chosen is said beside it, in the page's own words and not the browser's. Without this
// script the server says it.

export function sayMissing() {
  document.addEventListener("submit", stop, true);
  document.addEventListener("change", (event) => tell(event.target.form, null));
}

function stop(event) {
  const { target: form, submitter } = event;
  if (!form.querySelector("[data-missing]") || submitter?.formNoValidate) return;
  const field = [...form.elements].find((each) => !each.validity.valid);
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tell(form, field);
}

// With a field the words stand as a fault, and the focus is where it is mended; without one they
// are taken back.
function tell(form, field) {
  const said = form?.querySelector("[data-missing]");
  if (!said) return;
  said.classList.toggle("fault", Boolean(field));
  if (!("chosen" in said.dataset)) said.hidden = !field;
  for (const each of form.elements) {
    if (each.getAttribute("aria-describedby") === said.id) each.removeAttribute("aria-describedby");
  }
  if (!field) return;
  field.setAttribute("aria-describedby", said.id);
  // The words stand where the button is; nothing else of the page moves away for them.
  field.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}
