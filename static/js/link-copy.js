// A link beside its Copy button; if the browser does not allow copying, the whole link is selected.

import { lasting } from "./life.js";

export function copyLinks() {
  for (const input of document.querySelectorAll("[data-copy]")) {
    input.addEventListener("focus", () => input.select(), lasting());
    const button = (input.closest("details.message-ready") ?? input.parentElement).querySelector("[data-copy-button]");
    if (!button) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.textContent = (await copied(input)) ? button.dataset.copied : button.dataset.select;
    }, lasting());
  }
}

// Without HTTPS only the old method works, and on some phones neither.
async function copied(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    input.select();
    input.setSelectionRange(0, input.value.length);
    return document.execCommand("copy");
  }
}

// Opens the device's own choice of messengers with the text, where the browser offers one.
export function shareMessages() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) {
    const text = button.closest("details").querySelector("[data-copy]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.share({ title: button.dataset.share, text: text.value });
      } catch (refused) {
        // Closing the choice is an answer too.
        if (refused.name !== "AbortError") throw refused;
      }
    }, lasting());
  }
}
