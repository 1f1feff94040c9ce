// A link is selected whole, ready to be copied.

for (const input of document.querySelectorAll("[data-copy]")) {
  input.addEventListener("focus", () => input.select());
}
