// Messages between the two sides: written without leaving the page, and received automatically.

import { asked } from "./request.js";
import { lasting } from "./life.js";

// A refusal is an answer with a reason.
const heard = (status) => status < 500;

export class Talk {
  constructor(root, connection, bars) {
    this.root = root;
    this.bars = bars;
    this.number = Number(root.dataset.number);
    this.saying = null;
    this.before = Promise.resolve();
    this.form = root.querySelector("form");
    this.field = this.form.elements.namedItem("text");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(event.submitter);
    }, lasting());
    connection.addEventListener("state", ({ detail }) => {
      if (detail.said !== undefined && detail.said !== this.number) this.read();
    }, lasting());
    // Reported during the request, to the page before it.
    if (connection.told.said > this.number) this.read();
  }

  // A message is sent once even if pressed twice; another one waits for the response to the first.
  say(button) {
    const body = new FormData(this.form, button);
    const line = body.get("word") ?? body.get("text");
    if (this.saying === line) return;
    this.saying = line;
    this.before = this.before.then(() => this.send(body)).catch(reportError).then(() => {
      if (this.saying === line) this.saying = null;
    });
  }

  async send(body) {
    const answer = await this.ask(this.form.action, { method: "POST", body });
    if (!answer) return;
    if (answer.refused) return this.note(answer.refused);
    // Text typed meanwhile is the next message.
    if (!body.has("word") && this.field.value === body.get("text")) this.field.value = "";
    this.show(answer, { aloud: false });
  }

  async read() {
    const answer = await this.ask(this.root.dataset.said, {});
    if (answer && !answer.refused) this.show(answer, { aloud: true });
  }

  // The answer as JSON; null, with a message, if no server answered. Typed text stays.
  async ask(address, options) {
    this.note("");
    const signal = AbortSignal.timeout(8000);
    const headers = { Accept: "application/json" };
    const came = await asked(address, { ...options, signal, cache: "no-store", headers, heard });
    if (!came && options.method) this.note(this.root.dataset.unsent);
    return came && came.found;
  }

  note(words) {
    this.root.querySelector(".talk-note").textContent = words;
  }

  show({ number, lines }, { aloud }) {
    this.number = number;
    this.root.querySelector(".lines").replaceChildren(...lines.map((line) => this.line(line, "li")));
    const last = lines.at(-1);
    if (!last) return;
    this.root.querySelector(".last").replaceChildren(this.line(last, "span"));
    this.root.classList.add("has-lines");
    if (!aloud || last.mine) return;
    this.root.classList.add("new");
    this.root.querySelector(".aloud").replaceChildren(this.line(last, "span"));
  }

  // A message is plain text, in its own writing direction.
  line({ by, side, words }, name) {
    const line = document.createElement(name);
    line.className = `said-by-${side}`;
    const who = document.createElement("bdi");
    who.className = "who";
    who.textContent = by;
    const what = document.createElement("bdi");
    what.textContent = words;
    line.append(who, ": ", what);
    return line;
  }
}
