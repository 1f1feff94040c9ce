// Opens the browser's print window; without it the browser's own menu does.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
