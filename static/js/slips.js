// Whose the two scores of a slip are: named as soon as its table is typed.

const table = document.querySelector("#table");
const rows = [...document.querySelectorAll("[data-table]")];
const labels = ["score", "other_score"].map((id) => document.querySelector(`label[for="${id}"]`));
const plain = labels.map((label) => label?.textContent);

function name() {
  const row = rows.find((each) => each.dataset.table === table.value.trim());
  labels.forEach((label, number) => {
    label.textContent = row ? [row.dataset.first, row.dataset.second][number] : plain[number];
  });
}

if (table) {
  table.addEventListener("input", name);
  name();
}
