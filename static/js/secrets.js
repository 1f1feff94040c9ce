// What one seat sees never comes back by "back", and goes from the screen by itself.

import { departure } from "./outbox.js";

const LOOKED_AT = 20_000;

// A page that holds one seat's secrets stands under the neutral page's address (neutral.js): going
// back, forward or reloading asks the server anew, and what the browser kept is hidden.
export function keepSecrets(battle) {
  const here = battle.dataset.here;
  addEventListener("pagehide", () => {
    if (battle.hasAttribute("data-secret")) battle.replaceChildren();
  });
  if (battle.hasAttribute("data-secret")) hideByItself(battle);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    battle.hidden = true;
    location.replace(here);
  });
}

// What one seat sees goes from the screen with Escape or when the page is left for another; a hand
// that is only looked at also by itself.
function hideByItself(battle) {
  const hide = () => {
    if (departure.begun) return;
    departure.begun = true;
    battle.replaceChildren();
    location.replace(battle.dataset.here);
  };
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("visibilitychange", () => document.hidden && hide());
  if (battle.dataset.mode !== "hand") return;
  addEventListener("blur", hide);
  setTimeout(hide, LOOKED_AT);
}
