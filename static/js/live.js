// Is told at once that the battle has gone on: the server's stream, read while somebody looks.
//
// It is read by `fetch`, so that no token stands in an address. Where there is no stream, or it
// breaks off, it is tried again later; a wire that says nothing for a time is cut.

const SILENCE = 40_000;
const LEAST = 1000;
const MOST = 60_000;
const STREAM = "/api/v1/stream/";

export class Live extends EventTarget {
  constructor({ state, battle }, connection) {
    super();
    this.battle = battle;
    this.token = new URL(state, location.href).searchParams.get("token");
    this.connection = connection;
    this.open = false;
    this.pause = LEAST;
    this.id = null;
    this.wanted = false;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.read()));
    addEventListener("offline", () => this.close());
    addEventListener("pagehide", () => this.close());
    connection.addEventListener("found", () => this.read());
  }

  // From now on, as long as the page stands.
  start() {
    if (this.wanted) return;
    this.wanted = true;
    this.read();
  }

  async read() {
    clearTimeout(this.timer);
    if (!this.wanted || this.reading || document.hidden) return;
    const reading = new AbortController();
    this.reading = reading;
    const silence = untilSilent(() => reading.abort());
    try {
      const answer = await this.ask(reading.signal);
      const kind = answer.headers.get("Content-Type") ?? "";
      if (answer.ok && kind.startsWith("text/event-stream")) await this.follow(answer.body, silence);
      else await this.without(answer);
    } catch (lost) {
      // Cut, closed by this page, or never there: what follows is the same.
      if (!(lost instanceof TypeError || lost instanceof DOMException)) throw lost;
    } finally {
      silence.end();
      if (this.reading === reading) this.ended();
    }
  }

  ask(signal) {
    const headers = { Accept: "text/event-stream" };
    if (this.token) headers.Authorization = `Seat ${this.token}`;
    if (this.id) headers["Last-Event-ID"] = this.id;
    const address = `${STREAM}?battles=${encodeURIComponent(this.battle)}`;
    return fetch(address, { cache: "no-store", headers, signal });
  }

  async follow(body, silence) {
    this.change(true);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.heard();
      const events = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = events.pop();
      for (const each of events) this.hear(each);
    }
  }

  // One event: lines of `name: value`. A line that begins with a colon says only that it lives.
  hear(text) {
    const fields = {};
    for (const line of text.split("\n")) {
      const at = line.indexOf(":");
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 1).replace(/^ /, "");
    }
    if (fields.id) this.id = fields.id;
    if (!fields.event || !fields.data) return;
    this.pause = LEAST;
    const { battle, ...now } = JSON.parse(fields.data);
    if (battle !== this.battle) return;
    if (fields.event === "gone") this.connection.dispatchEvent(new Event("gone"));
    else if (fields.event === "check") this.connection.look();
    else this.connection.find(now);
  }

  // A house without a stream has none tomorrow either.
  async without(answer) {
    if (answer.status === 404) this.pause = MOST;
    await answer.body?.cancel();
  }

  close() {
    const { reading } = this;
    this.reading = null;
    clearTimeout(this.timer);
    reading?.abort();
    this.change(false);
  }

  ended() {
    const cut = this.open;
    this.reading = null;
    this.change(false);
    // Whether it was the wire shows at once; where it was, the stream comes back with it.
    if (cut) this.connection.look();
    if (document.hidden || this.connection.lostAt) return;
    this.timer = setTimeout(() => this.read(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, MOST);
  }

  change(open) {
    if (open === this.open) return;
    this.open = open;
    this.dispatchEvent(new Event("changed"));
  }
}

// Calls `act` when nothing was heard for a time.
function untilSilent(act) {
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(act, SILENCE);
  };
  heard();
  return { heard, end: () => clearTimeout(timer) };
}
