// One seat's secrets never come back by "back", and leave the screen automatically.

import { departure } from "./outbox.js";

const LOOKED_AT = 20_000;

// A page with one seat's secrets has the neutral page's address (neutral.js): going back, forward or
// reloading asks the server again, and a page restored by the browser is hidden.
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

// One seat's secrets leave the screen with Escape or when the page is left; a hand that is only viewed also
// after a time.
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
