// The sheet's own button opens the printer.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
