// The types of a kit's row, ticked in a list that all rows share.

const dialog = document.querySelector("[data-types]");

function partsOf(input) {
  return input.value.split(/[,;/+]/).map((part) => part.trim()).filter(Boolean);
}

function choose(input) {
  const boxes = [...dialog.querySelectorAll("input[type=checkbox]")];
  const own = partsOf(input);
  const same = (one, other) => one.toLowerCase() === other.toLowerCase();
  for (const box of boxes) box.checked = own.some((part) => same(part, box.value));
  // What the list does not know stays as it was typed.
  const others = own.filter((part) => !boxes.some((box) => same(part, box.value)));
  dialog.returnValue = "";
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "take") {
      const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
      input.value = [...ticked, ...others].join(", ");
      input.removeAttribute("aria-invalid");
    }
    input.focus();
  }, { once: true });
  dialog.showModal();
}

if (dialog?.showModal) {
  for (const button of document.querySelectorAll("[data-choose-types]")) {
    button.hidden = false;
    button.addEventListener("click", () => choose(button.parentElement.querySelector("input")));
  }
}
