// Result slips, typed without looking at the screen. Enter reads a slip from its fields and sends it in the
// background: the keys that follow belong to the next slip, whatever the response is. Without this script
// each slip loads the page again.

const RETRY = 3000;
const form = document.querySelector("#slip");
const said = document.querySelector("#said");
const unsent = document.querySelector("#unsent");
const names = ["table", "score", "other_score"];
const fields = form && names.map((name) => form.elements[name]);
const labels = form && fields.slice(1).map((field) => form.querySelector(`label[for="${field.id}"]`));
const plain = form && labels.map((label) => label.textContent);
const waiting = [];
let sending = false;

// The score fields show the players' names as soon as the table is typed.
function nameScores() {
  const rows = [...document.querySelectorAll("[data-table]")];
  const row = rows.find((each) => each.dataset.table === fields[0].value.trim());
  labels.forEach((label, number) => {
    label.textContent = row ? [row.dataset.first, row.dataset.second][number] : plain[number];
  });
}

async function send() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const page = await answerTo(waiting[0]);
    if (!page) break;
    waiting.shift();
    show(page);
  }
  sending = false;
  unsent.hidden = !waiting.length;
  unsent.textContent = [form.dataset.unsent, ...waiting.map(inWords)].join(" · ");
  if (waiting.length) setTimeout(send, RETRY);
}

// The page after this slip; null if the server did not take it. A page without the form means that
// this browser may not enter results any more.
async function answerTo(slip) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(slip) });
    if (answer.status === 404) return location.reload();
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    history.replaceState(null, "", answer.url);
    return page.querySelector("#slip") ? page : location.reload();
  } catch {
    return null;
  }
}

function show(page) {
  form.action = page.querySelector("#slip").getAttribute("action");
  document.querySelectorAll("main > .message").forEach((each) => each.remove());
  said.replaceChildren(...page.querySelectorAll("main > .message"));
  document.querySelector("#results").replaceWith(page.querySelector("#results"));
  nameScores();
}

const inWords = (slip) => {
  const [table, one, other] = names.map((name) => slip.find(([field]) => field === name)?.[1]);
  return `${table}: ${one} : ${other}`;
};

if (form) {
  form.addEventListener("input", nameScores);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    waiting.push([...new FormData(form)]);
    fields.forEach((field) => (field.value = ""));
    nameScores();
    fields[0].focus();
    send();
  });
  addEventListener("beforeunload", (event) => {
    if (waiting.length) event.preventDefault();
  });
  nameScores();
}
