// Adds an empty row to the form of an army list. Without it the same buttons ask the server.

for (const button of document.querySelectorAll("[data-adds]")) {
  button.addEventListener("click", (event) => {
    const rows = document.getElementById(button.dataset.adds);
    const blank = rows?.querySelector("template");
    if (!blank) return;
    event.preventDefault();
    const row = blank.content.firstElementChild.cloneNode(true);
    const number = Math.max(-1, ...numbersIn(rows)) + 1;
    for (const element of [row, ...row.querySelectorAll("*")]) {
      for (const { name, value } of [...element.attributes]) {
        if (value.includes("__row__")) {
          element.setAttribute(name, value.replaceAll("__row__", String(number)));
        }
      }
    }
    const legend = row.querySelector("legend");
    if (legend) legend.textContent = `${legend.textContent.trim()} ${number + 1}`;
    rows.append(row);
    row.querySelector("input")?.focus();
  });
}

function numbersIn(rows) {
  return [...rows.querySelectorAll("[name]")]
    .map((field) => Number(field.name.split("-")[1]))
    .filter(Number.isInteger);
}
