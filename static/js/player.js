// A player's page, while somebody looks at it: asked for again, and changed where something is new.

const EVERY = 15_000;
const live = document.querySelector("#live");
const told = document.querySelector("#told");
let known = live.dataset.known;
let leaving = false;

// What is being typed, pointed at by keys or lies open is not taken away.
const busy = () =>
  live.querySelector("details[open]") !== null ||
  live.contains(document.activeElement) ||
  [...live.querySelectorAll("input")].some((input) => input.value !== input.defaultValue);

async function asked() {
  if (document.hidden || leaving || busy()) return;
  try {
    const headers = { "If-None-Match": known };
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (!answer.ok || leaving || busy()) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("#live");
    if (!fresh || leaving || busy()) return;
    known = answer.headers.get("ETag") ?? fresh.dataset.known;
    const before = said();
    live.replaceChildren(...fresh.childNodes);
    if (said() !== before) told.textContent = said();
  } catch {
    // The network is gone: what stands there stays, and it is asked again in a while.
  }
}

const said = () => live.querySelector(".now").textContent;

// The answer to what is sent by a form tells what came of it, and no question asked beside it.
addEventListener("submit", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
document.addEventListener("visibilitychange", asked);
setInterval(asked, EVERY);
