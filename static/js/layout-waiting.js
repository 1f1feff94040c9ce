// Asks how far the table is, and shows it as soon as it lies.

const OFTEN = 700;
const LEAST_OFTEN = 4000;

const standing = document.querySelector("[data-state]");
let pause = OFTEN;

async function look() {
  try {
    const answer = await fetch(standing.dataset.state, { headers: { Accept: "application/json" } });
    const { waiting, words } = await answer.json();
    if (!waiting) {
      location.reload();
      return;
    }
    const said = standing.querySelector("[data-words]");
    // Said again only where it changed: it is read aloud.
    if (said.textContent !== words) said.textContent = words;
  } catch {
    // Asked again below, less and less often.
  }
  pause = Math.min(pause * 1.2, LEAST_OFTEN);
  setTimeout(look, pause);
}

setTimeout(look, OFTEN);
