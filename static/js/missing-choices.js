// Reports missing choices beside their controls, in the page's words instead of the browser's. Without
// this script the server reports them.

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

// With a field the message is an error, and the focus moves to the field; without one the message is
// removed.
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
  // The message is beside the button; nothing else on the page moves.
  field.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}
