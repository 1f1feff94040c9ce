// Asks again and again whether the battle has gone on, quietly, and goes on with it.

import { departure } from "./sending.js";

export function wait(battle) {
  const offline = document.getElementById("offline");
  const { here, version, state, checking } = battle.dataset;
  let pause = checking === "1" ? 400 : 1500;
  const look = async () => {
    if (departure.begun) return later();
    try {
      const answer = await fetch(state, { cache: "no-store" });
      if (departure.begun) return later();
      if (!answer.ok) throw new Error(String(answer.status));
      const now = await answer.json();
      if (departure.begun) return later();
      offline.hidden = true;
      const checked = checking === "1" && now.checking === 0;
      if (String(now.version) !== version || checked) {
        if (!busyTyping()) return location.replace(here);
      }
      pause = checking === "1" ? 400 : 1500;
    } catch {
      offline.hidden = false;
      pause = Math.min(pause * 2, 15000);
    }
    return later();
  };
  const later = () => {
    setTimeout(look, document.hidden ? Math.max(pause, 5000) : pause);
  };
  later();
}

function busyTyping() {
  const field = document.activeElement;
  return field?.matches("input:not([type=radio], [type=checkbox]):not([readonly]), textarea") && field.value !== field.defaultValue;
}
