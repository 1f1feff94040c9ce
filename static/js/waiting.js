// Asks again and again whether the battle has gone on, quietly, and goes on with it.

import { departure } from "./sending.js";

const OFTEN = 1200;
const CHECKED = 400;
const HIDDEN = 5000;
const LEAST_OFTEN = 8000;
const SLOW = 20_000;

export class Waiting {
  constructor(battle, { connection, bars, sending, drafts }) {
    Object.assign(this, { battle, connection, bars, sending, drafts });
    this.polls = battle.hasAttribute("data-polls");
    this.checking = battle.dataset.checking === "1";
    this.behind = false;
    this.wentAt = 0;
    this.pause = this.usual;
    connection.addEventListener("lost", () => {
      bars.show("offline", { time: connection.lostAt });
      this.later();
    });
    connection.addEventListener("found", () => bars.hide("offline"));
    connection.addEventListener("state", ({ detail }) => this.judge(detail));
    connection.addEventListener("gone", () => this.goOn());
    // Whoever looks again, or lets go of a piece, sees at once what went on meanwhile.
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    document.addEventListener("focusout", () => setTimeout(() => this.goOnIfBehind()));
    new MutationObserver(() => this.goOnIfBehind()).observe(document.documentElement, { attributeFilter: ["data-holding"] });
    if (this.polls) this.later();
  }

  get usual() {
    return this.checking ? CHECKED : OFTEN;
  }

  later() {
    clearTimeout(this.timer);
    const { lostAt } = this.connection;
    if (!this.polls && !lostAt) return;
    this.pause = lostAt ? Math.min(this.pause * 1.5, LEAST_OFTEN) : this.usual;
    this.timer = setTimeout(() => this.look(), document.hidden ? Math.max(this.pause, HIDDEN) : this.pause);
  }

  async look() {
    clearTimeout(this.timer);
    if (!departure.begun) await this.connection.look();
    this.later();
  }

  judge(now) {
    const done = this.checking && now.checking === 0;
    this.behind = String(now.version) !== this.battle.dataset.version || done;
    this.goOnIfBehind();
  }

  goOnIfBehind() {
    if (!this.behind || departure.begun || this.sending.waiting) return;
    if (document.documentElement.dataset.holding !== undefined) return;
    if (this.busy()) this.bars.show("wentOn", { act: () => this.goOn() });
    else this.goOn();
  }

  // A field with something new in it under the cursor; a secret choice that nothing keeps.
  busy() {
    const field = document.activeElement;
    const typing = field?.matches("input:not([type=radio], [type=checkbox]):not([readonly]), textarea");
    return (typing && field.value !== field.defaultValue) || this.drafts.unkept();
  }

  // Once: asking for the next page anew would call the first asking off, and where the server takes
  // longer than a pause the page would never come.
  goOn() {
    if (departure.begun || Date.now() - this.wentAt < SLOW) return;
    this.wentAt = Date.now();
    this.drafts.keep();
    location.replace(this.battle.dataset.here);
  }
}
