// Updates the page when the battle continues: on the stream's message or, without a stream, by quiet
// repeated requests.

import { atItsEnd, lasting, later, stands } from "./life.js";
import { departure } from "./outbox.js";

const OFTEN = 1200;
const CHECKED = 400;
const HIDDEN = 60_000;
// The stream does not report a rematch offer, so the page asks for it.
const OFFERED = 5000;
// A server that is back is found within 5 s.
const LEAST_OFTEN = 4000;

export class Follower {
  constructor(battle, { connection, live, bars, outbox, drafts, drawnPage }) {
    Object.assign(this, { battle, connection, live, bars, outbox, drafts, drawnPage });
    this.polls = battle.hasAttribute("data-polls");
    this.checking = battle.dataset.checking === "1";
    this.offered = battle.dataset.rematches;
    this.drawnStill = stands();
    this.behind = false;
    this.going = false;
    // The reader's draft at the moment they asked for the present page.
    this.given = null;
    this.pause = this.usual;
    const told = {
      lost: () => {
        bars.show("offline", { time: connection.lostAt });
        this.again();
      },
      found: () => bars.hide("offline"),
      state: ({ detail }) => this.judge(detail),
      gone: () => this.load(),
    };
    for (const [name, act] of Object.entries(told)) connection.addEventListener(name, act, lasting());
    live.addEventListener("changed", () => this.again(), lasting());
    // A reader who returns, or releases a piece, sees at once what happened meanwhile.
    const seen = () => (document.hidden ? this.again() : this.look());
    document.addEventListener("visibilitychange", seen, lasting());
    document.addEventListener("focusout", () => later(() => this.goOnIfBehind(), 0), lasting());
    const holding = new MutationObserver(() => this.goOnIfBehind());
    holding.observe(document.documentElement, { attributeFilter: ["data-holding"] });
    atItsEnd(() => holding.disconnect());
    if (this.polls) live.start();
    else live.stop();
    this.again();
    // Reported during the request, to the page before it.
    if (connection.told.version > Number(battle.dataset.now)) later(() => this.judge(connection.told), 0);
  }

  get usual() {
    if (this.checking) return CHECKED;
    const told = this.live.open || !this.polls;
    return told && this.offered !== undefined ? OFFERED : OFTEN;
  }

  // Asks again after a while; for a hidden page once a minute, so that its title stays correct.
  again() {
    clearTimeout(this.timer);
    const { lostAt } = this.connection;
    const asks = this.offered !== undefined;
    if (!this.polls && !asks && !lostAt) return;
    this.pause = lostAt ? Math.min(this.pause * 1.5, LEAST_OFTEN) : this.usual;
    const pause = document.hidden ? HIDDEN : this.pause;
    // The end of a check may have been reported to the page before.
    const told = this.live.open && !this.checking && !asks && !lostAt;
    if (document.hidden || !told) this.timer = later(() => this.look(), pause);
  }

  async look() {
    clearTimeout(this.timer);
    if (!departure.begun) await this.connection.look();
    this.again();
  }

  judge(now) {
    const done = this.checking && now.checking === 0;
    const elsewhere = now.version !== undefined && String(now.version) !== this.battle.dataset.now;
    const offered = this.offered !== undefined && String(now.rematches ?? this.offered) !== this.offered;
    this.behind ||= elsewhere || done || offered;
    this.goOnIfBehind();
  }

  get held() {
    const { dataset } = document.documentElement;
    return departure.begun || this.outbox.waiting || dataset.holding !== undefined;
  }

  goOnIfBehind() {
    if (!this.behind || this.going || this.held) return;
    if (this.busy()) this.offer();
    else this.goOn();
  }

  offer() {
    this.bars.show("wentOn", { act: () => this.goOn({ wanted: true }) });
  }

  // A focused field with new text, or a secret choice that is stored nowhere. A message to the other side
  // stays where it is written.
  busy() {
    const field = document.activeElement;
    const typing = field?.matches("input:not([type=radio], [type=checkbox]):not([readonly], #line), textarea");
    return (typing && field.value !== field.defaultValue) || this.drafts.unkept();
  }

  // Draws the present page, unless the reader has begun an answer meanwhile; on request, also over it.
  async goOn({ wanted = false } = {}) {
    if (wanted) this.given = this.drafts.begunByNow();
    if (this.going || departure.begun) return;
    if (this.battle.hasAttribute("data-secret")) return this.load();
    this.going = true;
    const came = await this.drawnPage.fetch(this.battle.dataset.here);
    this.going = false;
    if (!this.drawnStill() || this.held) return;
    if (!came || came.answer.status >= 500) return this.connection.lose();
    if (this.busy() && this.given !== this.drafts.begunByNow()) return this.offer();
    this.drafts.keep();
    if (this.drawnPage.isOurs(came)) this.drawnPage.show(came);
    else this.load();
  }

  // The browser handles any page that is not this battle's.
  load() {
    if (departure.begun) return;
    departure.begun = true;
    this.drafts.keep();
    location.replace(this.battle.dataset.here);
  }
}
