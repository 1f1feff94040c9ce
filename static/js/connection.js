// Checks the connection and the state of the battle, once for everyone who asks.

const PATIENCE = 6000;
const NOTHING = { version: 0, said: 0 };

export class Connection extends EventTarget {
  constructor(state) {
    super();
    this.state = state;
    this.lostAt = null;
    this.told = NOTHING;
    // An "offline" event is believed at once; an "online" event is checked.
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => this.look());
  }

  // Returns the server's state of the battle; null if no server answers. A refusal is an answer: if this
  // device's seat was given away, `gone` says so.
  async look() {
    let answer;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      answer = await fetch(this.state, { cache: "no-store", signal });
      if (answer.ok) {
        const now = await answer.json();
        this.find(now);
        return now;
      }
    } catch {
      // No answer is the result of this check.
      return this.lose();
    }
    if (answer.status === 404) this.dispatchEvent(new Event("gone"));
    if (answer.status < 500) return null;
    return this.lose();
  }

  find(now) {
    if (this.lostAt) {
      this.lostAt = null;
      this.dispatchEvent(new Event("found"));
    }
    const { version, said } = this.told;
    this.told = { version: Math.max(version, now.version ?? 0), said: Math.max(said, now.said ?? 0) };
    this.dispatchEvent(new CustomEvent("state", { detail: now }));
  }

  // A requested page will show everything reported before. Later reports are for the next drawing, and
  // its parts read them when they start.
  forget() {
    this.told = NOTHING;
  }

  lose() {
    if (this.lostAt) return null;
    this.lostAt = new Date();
    this.dispatchEvent(new Event("lost"));
    return null;
  }
}
