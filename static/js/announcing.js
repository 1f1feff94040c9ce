// Says what happened and what is asked to whoever listens: a live region speaks only of what comes
// into it while the page stands.

const A_MOMENT = 200;

export function announce() {
  const said = document.getElementById("said");
  if (!said?.dataset.words) return;
  setTimeout(() => {
    said.textContent = said.dataset.words;
  }, A_MOMENT);
}
