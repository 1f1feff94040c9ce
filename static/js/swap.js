// Swaps two ticked players of a draft at once; without scripts a button does it.

const form = document.getElementById("swap");

if (form) {
  form.querySelector("button").hidden = true;
  document.addEventListener("change", () => {
    const ticked = document.querySelectorAll('[form="swap"]:checked');
    if (ticked.length === 2) form.requestSubmit();
  });
}
