// Opens the browser's print window. Without this script, readers use the browser's own menu.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
