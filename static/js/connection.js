// Is there a connection, and where does the battle stand? One look for everybody who wants to know.

const PATIENCE = 6000;
const NOTHING = { version: 0, said: 0 };

export class Connection extends EventTarget {
  constructor(state) {
    super();
    this.state = state;
    this.lostAt = null;
    this.told = NOTHING;
    // A wire that is pulled out is known at once; one that is back is looked at, not believed.
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => this.look());
  }

  // What the server says of the battle; null where no server answers. A refusal is an answer: the
  // seat of this device was given away, and `gone` says so.
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
      // Nobody answered; that is what is found out here.
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

  // A page is asked for: it will show all that was told before. What is told from now on is for
  // what will be drawn then too, and whoever begins there looks at it.
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
