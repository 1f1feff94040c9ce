// The wall page of an event: updated every ten seconds, and turned page by page.

const EVERY = 10_000;
const wall = document.querySelector("#wall");
const page = document.body;
let known = "";
let ahead = 0;
let part = 0;

async function asked() {
  try {
    const headers = known ? { "If-None-Match": known } : {};
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    // The hall's computer may have another time than the server, by which the clock was set.
    ahead = Date.parse(answer.headers.get("Date")) - Date.now() || 0;
    page.classList.toggle("stale", !answer.ok && answer.status !== 304);
    if (answer.ok) {
      known = answer.headers.get("ETag") ?? "";
      const told = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = told.querySelector("#wall");
      wall.className = fresh.className;
      wall.replaceChildren(...fresh.childNodes);
      show();
    }
  } catch {
    // Without a network the page is marked as outdated until the next update.
    page.classList.add("stale");
  }
}

const parts = () => [...wall.querySelectorAll(".wall-part")];

function show() {
  const all = parts();
  part = Math.min(part, all.length - 1);
  all.forEach((each, number) => each.classList.toggle("now", number === part));
}

// The rest of a part that is wider than the screen comes before the next part.
function turn() {
  const all = parts();
  const lines = all[part]?.querySelector(".wall-lines");
  const before = lines?.scrollLeft ?? 0;
  lines?.scrollBy({ left: lines.clientWidth, behavior: "instant" });
  if (lines && lines.scrollLeft > before) return;
  part = (part + 1) % Math.max(all.length, 1);
  show();
  parts()[part]?.querySelector(".wall-lines").scrollTo({ left: 0, behavior: "instant" });
}

function tick() {
  const clock = wall.querySelector("[data-ends]");
  if (!clock) return;
  const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends) - Date.now() - ahead) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.classList.toggle("over", left === 0);
}

page.classList.add("turns");
show();
tick();
asked();
setInterval(asked, EVERY);
setInterval(turn, EVERY);
setInterval(tick, 500);
