// Updates a player's page while it is visible, and changes only the parts with news.

const EVERY = 15_000;
const live = document.querySelector("#live");
const told = document.querySelector("#told");
let known = live.dataset.known;
let leaving = false;

// Focused fields and open details are not replaced.
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
    // Without a network the page stays as it is, and asks again after a while.
  }
}

const said = () => live.querySelector(".now").textContent;

// The response to a submitted form shows its result, and no request beside it.
addEventListener("submit", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
document.addEventListener("visibilitychange", asked);
setInterval(asked, EVERY);
