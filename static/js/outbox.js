// A form goes off once, and only where somebody is there to take it; an answer waits on the page.

import { StandingStill } from "./standing-still.js";

const DOUBLE = 500;
// So long an answer is waited for before the line is looked at.
const LONG = 1500;

// Begun from the moment a form is sent: going to another address then would call the sending off.
export const departure = { begun: false };

// A form that the browser sends into nothing is gone, with the page it was on: a look whether the
// server is there comes first. It is sent from the page, and what is answered is drawn there; a form
// with data-loads, and whatever is sent from a page of secrets or of the past, is left to the
// browser. What answers a question waits and goes off by itself as it was meant,
// with the version that it was an answer to: where the question is no longer open the server turns
// it away. Whatever else is asked for (to go back, to close) is not sent later, when
// it may mean something else.
export class Outbox {
  constructor(connection, bars, drawnPage) {
    this.connection = connection;
    this.bars = bars;
    this.drawnPage = drawnPage;
    this.waiting = null;
    this.passed = null;
    this.still = null;
    this.pressedAt = Infinity;
    document.addEventListener("submit", (event) => this.submit(event), true);
    document.addEventListener("submit", (event) => this.goesHere(event));
    addEventListener("click", (event) => this.second(event), true);
    connection.addEventListener("found", () => this.again());
  }

  async submit(event) {
    const { target: form, submitter } = event;
    if (form.hasAttribute("data-own-way") || form.method === "get") return;
    if (this.passed === form) {
      this.passed = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // Who presses again what waits wants it tried at once.
    if (this.waiting) return this.connection.look();
    if (form.dataset.sent) return;
    this.bars.hide("unsent");
    this.hold(form, submitter);
    // What is sent from the page is not gone with it: nobody looks first, unless the line is lost.
    if (this.connection.lostAt || !staysHere(form)) await this.connection.look();
    // A form is not sent anew while the browser is still telling that it is sent.
    else await new Promise((done) => setTimeout(done));
    if (this.connection.lostAt) this.keep(form, submitter);
    else this.send(form, submitter);
  }

  // The second of two quick presses is meant for what was there at the first, where the page was
  // drawn anew between them.
  second(event) {
    const now = performance.now();
    const { at } = this.drawnPage;
    const between = this.pressedAt < at && now - at < DOUBLE;
    this.pressedAt = now;
    if (event.detail < 2 || !between) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // Every other part of the page has seen the form go by now.
  goesHere(event) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || this.going !== form) return;
    this.going = null;
    event.preventDefault();
    this.deliver(form, submitter);
  }

  async deliver(form, submitter) {
    const body = new URLSearchParams(new FormData(form, submitter));
    const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    const came = await this.unlessLost(() => this.drawnPage.fetch(address, { method: "POST", body }));
    if (!came) {
      // Whether it arrived nobody knows; the server takes no answer twice.
      this.connection.lose();
      this.keep(form, submitter);
      return;
    }
    this.letGo();
    departure.begun = false;
    if (this.drawnPage.isOurs(came)) this.drawnPage.show(came, { sent: true });
    else this.drawnPage.showElsewhere(came);
  }

  // An answer that is long in coming may be one over a line that is gone: then it is called off.
  async unlessLost(ask) {
    const doubt = setTimeout(() => this.connection.look(), LONG);
    const lost = () => this.drawnPage.callOff();
    this.connection.addEventListener("lost", lost);
    try {
      return await ask();
    } finally {
      clearTimeout(doubt);
      this.connection.removeEventListener("lost", lost);
    }
  }

  hold(form, submitter) {
    form.dataset.sent = "1";
    departure.begun = true;
    form.classList.add("busy");
    this.still ||= new StandingStill(form, submitter);
  }

  free(form) {
    delete form.dataset.sent;
    departure.begun = false;
    form.classList.remove("busy");
  }

  letGo() {
    this.still?.end();
    this.still = null;
  }

  send(form, submitter) {
    this.letGo();
    this.passed = form;
    this.going = staysHere(form) ? form : null;
    form.requestSubmit(submitter);
    // A field that the browser will not send as it is stopped it before the event.
    if (this.passed) {
      this.passed = null;
      this.free(form);
    } else {
      this.hold(form, submitter);
    }
  }

  keep(form, submitter) {
    this.free(form);
    if (!form.elements.namedItem("prompt")) {
      this.letGo();
      return this.bars.show("unsent");
    }
    this.waiting = { form, submitter };
    this.still.wait(this.bars.words.waits);
    this.bars.show("waiting", { time: this.connection.lostAt, act: () => this.takeBack() });
  }

  takeBack() {
    const { still } = this;
    this.drop();
    still.focus();
  }

  drop() {
    this.waiting = null;
    this.letGo();
    this.bars.hide("waiting");
  }

  again() {
    this.bars.hide("unsent");
    if (!this.waiting) return;
    const { form, submitter } = this.waiting;
    this.drop();
    if (form.isConnected) this.send(form, submitter);
  }
}

function staysHere(form) {
  const battle = document.getElementById("battle");
  if (form.hasAttribute("data-loads") || form.enctype !== "application/x-www-form-urlencoded") return false;
  return Boolean(battle) && !battle.hasAttribute("data-secret") && battle.dataset.mode !== "past";
}
