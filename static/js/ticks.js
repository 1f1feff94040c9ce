// The ticks of a packing list, for cellars without a connection: shown at once, stored in this browser, and
// sent when the server is reachable. The response includes the ticks of others.

const list = document.querySelector("[data-ticks]");
const told = document.querySelector("[data-unsent]");
const place = `ticks ${list.dataset.ticks}`;
const every = 5000;
// A tick that was not sent for a day says nothing about the present.
const lapses = 12 * 3600 * 1000;

const rows = () => [...document.querySelectorAll("[data-row]")];
const linesOf = (row) => row.dataset.row.split("-");

// By the number of a line: the tick, "yes" or "no", and its time.
let unsent = {};
try {
  unsent = JSON.parse(localStorage.getItem(place)) ?? {};
} catch {
  // Without browser storage, ticks are sent as long as the page is open.
}
for (const [line, { at }] of Object.entries(unsent)) if (Date.now() - at > lapses) delete unsent[line];

function keep() {
  try {
    if (Object.keys(unsent).length) localStorage.setItem(place, JSON.stringify(unsent));
    else localStorage.removeItem(place);
  } catch {
    // Without browser storage nothing is stored.
  }
}

function press(row, tick, words) {
  const button = row.querySelector("button");
  button.setAttribute("aria-pressed", String(tick === "yes"));
  button.value = tick === "yes" ? "no" : "yes";
  button.querySelector(".tick").textContent = words;
}

function show() {
  for (const row of rows()) {
    const ticks = new Set(linesOf(row).map((line) => unsent[line]?.tick));
    const [tick] = ticks;
    if (ticks.size === 1 && tick) press(row, tick, tick === "yes" ? "✓" : "");
  }
  const count = Object.keys(unsent).length;
  told.hidden = !count || !("late" in told.dataset);
  told.querySelector("b").textContent = count;
}

// Applies a response, which is the present page; the focused element stays.
function take(page) {
  const fresh = new Map([...page.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));
  for (const row of rows()) {
    const button = fresh.get(row.dataset.row)?.querySelector("button");
    if (!button) continue;
    const tick = button.getAttribute("aria-pressed") === "true" ? "yes" : "no";
    press(row, tick, button.querySelector(".tick").textContent.trim());
  }
  const left = [...page.querySelectorAll("[data-left]")];
  for (const here of document.querySelectorAll("[data-left]")) {
    const now = left.find((each) => each.dataset.left === here.dataset.left);
    if (now) here.textContent = now.textContent;
  }
}

let sending = false;

async function send() {
  if (sending || !Object.keys(unsent).length) return;
  sending = true;
  try {
    for (const tick of ["yes", "no"]) {
      const due = Object.entries(unsent).filter(([, each]) => each.tick === tick);
      if (!due.length) continue;
      const body = new URLSearchParams(due.map(([line]) => ["line", line]));
      body.set("tick", tick);
      body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
      const answer = await fetch(location.href, { method: "POST", body });
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
      for (const [line, each] of due) if (unsent[line] === each) delete unsent[line];
      // The line no longer exists, or the link was replaced: the page says so.
      if (!answer.ok) return location.assign(location.pathname + location.search);
      take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    delete told.dataset.late;
  } catch {
    // No server answered: it is tried again.
    told.dataset.late = "";
  } finally {
    sending = false;
    keep();
    show();
  }
}

document.addEventListener("submit", (event) => {
  const row = event.target.closest("[data-row]");
  if (!row) return;
  event.preventDefault();
  const each = { tick: event.submitter.value, at: Date.now() };
  for (const line of linesOf(row)) unsent[line] = each;
  keep();
  show();
  send();
});
addEventListener("online", send);
setInterval(send, every);
keep();
show();
send();
