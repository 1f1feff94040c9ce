// Stores unsent placements on this device, for this question of this battle. On a device that both
// players use it stores nothing, since the other player could read it, and it never stores who hides.
// Public answers are stored with the other drafts.

import { atItsEnd } from "./life.js";
import { Memory } from "./memory.js";

const BEFORE = "board:";
const OLD = 30 * 24 * 3600 * 1000;

export class BoardKept {
  constructor(board) {
    this.board = board;
    const battle = document.getElementById("battle");
    const asked = board.field("prompt");
    const passes = !battle || battle.hasAttribute("data-secret") || battle.hasAttribute("data-passes");
    if (passes || board.given.kind === "hide" || asked.hasAttribute("data-keeps")) return;
    this.memory = new Memory("localStorage");
    this.version = battle.dataset.version;
    this.about = `${BEFORE}${battle.dataset.here}`;
    this.key = `${this.about}#${asked.value}`;
    this.tidy();
    const sends = () => this.keep({ sent: true });
    board.form.addEventListener("submit", sends);
    atItsEnd(() => board.form.removeEventListener("submit", sends));
  }

  // The stored placement; null if it was sent, and accepted or refused since.
  read() {
    const kept = this.key && this.memory.read(this.key);
    if (!kept || !Array.isArray(kept.state?.places)) return null;
    const answered = this.board.given.draft || this.version !== kept.version;
    if (!kept.sent || !answered) return kept.state;
    this.memory.forget(this.key);
    return null;
  }

  keep({ sent = false } = {}) {
    if (!this.key) return;
    this.memory.write(this.key, { at: Date.now(), sent, version: this.version, state: this.board.state() });
  }

  // Removes earlier questions of this battle, and drafts that were not opened for a month.
  tidy() {
    for (const key of this.memory.keys.filter((each) => each.startsWith(BEFORE) && each !== this.key)) {
      const kept = this.memory.read(key);
      if (key.startsWith(`${this.about}#`) || !kept || Date.now() - kept.at > OLD) this.memory.forget(key);
    }
  }
}
