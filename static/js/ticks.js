// What is carried is ticked in cellars: a tick is shown at once, kept by this browser, and sent when
// there is somebody to take it. What others have ticked meanwhile comes back with the answer.

const rows = () => [...document.querySelectorAll("[data-row]")];
const told = document.querySelector("[data-unsent]");
const place = `ticks ${location.pathname}${location.search}`;
const every = 5000;

// By the lines of a row: "yes" or "no".
let unsent = {};
try {
  unsent = JSON.parse(localStorage.getItem(place)) ?? {};
} catch {
  // A browser that keeps nothing for pages sends what it can as long as the page is open.
}

function keep() {
  try {
    if (Object.keys(unsent).length) localStorage.setItem(place, JSON.stringify(unsent));
    else localStorage.removeItem(place);
  } catch {
    // See above.
  }
}

function show() {
  for (const row of rows()) {
    const state = unsent[row.dataset.row];
    if (state === undefined) continue;
    const button = row.querySelector("button");
    button.setAttribute("aria-pressed", String(state === "yes"));
    button.value = state === "yes" ? "no" : "yes";
    button.querySelector(".tick").textContent = state === "yes" ? "✓" : "";
  }
  const count = Object.keys(unsent).length;
  told.hidden = !count || !("late" in told.dataset);
  told.textContent = told.dataset.words.replace("{count}", count);
}

// What stands in an answer, which is this page as it is now.
function take(page) {
  for (const place of ["[data-row]", "[data-left]"]) {
    for (const fresh of page.querySelectorAll(place)) {
      document.getElementById(fresh.id)?.replaceChildren(...fresh.childNodes);
    }
  }
}

let sending = false;

async function send() {
  if (sending) return;
  sending = true;
  try {
    for (const [lines, state] of Object.entries(unsent)) {
      const form = document.querySelector(`[data-row="${lines}"] form`);
      if (!form) {
        // Another plan has no such line.
        delete unsent[lines];
        continue;
      }
      const body = new URLSearchParams(new FormData(form));
      body.set("tick", state);
      const answer = await fetch(location.href, { method: "POST", body });
      if (!answer.ok) return location.reload();
      if (unsent[lines] === state) delete unsent[lines];
      take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    delete told.dataset.late;
  } catch {
    // Nobody is there: it is tried again.
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
  unsent[row.dataset.row] = event.submitter.value;
  keep();
  show();
  send();
});
addEventListener("online", send);
setInterval(() => Object.keys(unsent).length && send(), every);
show();
if (Object.keys(unsent).length) send();
