// Reads the server's stream while the page is visible, to learn at once that the battle has continued.
//
// It uses `fetch`, so that no token is in an address. If there is no stream, or it breaks off, it is tried
// again later; a silent connection is closed after a time.

const SILENCE = 40_000;
const LEAST = 1000;
// The intervals of retries after a lost connection; if the server refuses the stream, they grow.
const CUT = 4000;
const MOST = 60_000;
const STREAM = "/api/v1/stream/";
const NO_STREAM = "no_stream";

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
    // A lost connection may leave a stream open that receives nothing.
    connection.addEventListener("lost", () => this.close());
    connection.addEventListener("found", () => this.read());
  }

  // From now on until `stop`, also when the page is redrawn.
  start() {
    if (this.wanted) return;
    this.wanted = true;
    this.read();
  }

  stop() {
    this.wanted = false;
    this.close();
  }

  async read() {
    clearTimeout(this.timer);
    if (!this.wanted || this.reading || document.hidden) return;
    const reading = new AbortController();
    this.reading = reading;
    const silence = untilSilent(() => reading.abort());
    this.most = CUT;
    try {
      const answer = await this.ask(reading.signal);
      const kind = answer.headers.get("Content-Type") ?? "";
      if (answer.ok && kind.startsWith("text/event-stream")) await this.follow(answer.body, silence);
      else await this.without(answer);
    } catch (lost) {
      // Broken off, closed by this page, or never there: the next step is the same.
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
      this.pause = LEAST;
      const events = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = events.pop();
      for (const each of events) this.hear(each);
    }
  }

  // One event: lines of `name: value`. A line that begins with a colon is a keep-alive.
  hear(text) {
    const fields = {};
    for (const line of text.split("\n")) {
      const at = line.indexOf(":");
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 1).replace(/^ /, "");
    }
    if (fields.id) this.id = fields.id;
    if (!fields.event || !fields.data) return;
    const { battle, ...now } = JSON.parse(fields.data);
    if (battle !== this.battle) return;
    if (fields.event === "gone") this.connection.dispatchEvent(new Event("gone"));
    else if (fields.event === "check") this.connection.look();
    else this.connection.find(now);
  }

  // Refused: a server that cannot stream will not do so in a minute either. For a battle that may not be
  // watched, the next check finds that it is gone. A proxy reports that there is no server.
  async without(answer) {
    const code = await codeOf(answer);
    if (code) this.most = MOST;
    if (code === NO_STREAM) this.pause = MOST;
    if ([401, 403, 404].includes(answer.status)) await this.connection.look();
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
    // A check shows at once whether the connection was lost; if so, the stream returns with it.
    if (cut) this.connection.look();
    if (document.hidden || this.connection.lostAt) return;
    const pause = Math.min(this.pause, this.most);
    this.timer = setTimeout(() => this.read(), (pause * (1 + Math.random())) / 2);
    this.pause = Math.min(pause * 2, MOST);
  }

  change(open) {
    if (open === this.open) return;
    this.open = open;
    this.dispatchEvent(new Event("changed"));
  }
}

// The reason why the server refuses the stream; empty if the answer is not from this program.
async function codeOf(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (/^application\/(problem\+)?json/.test(kind)) return (await answer.json()).code;
  await answer.body?.cancel();
  return null;
}

// Calls `act` after a time without data.
function untilSilent(act) {
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(act, SILENCE);
  };
  heard();
  return { heard, end: () => clearTimeout(timer) };
}
