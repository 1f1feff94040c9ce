// Sends each form once, and only if the server is reachable; an answer waits on the page.

import { StandingStill } from "./standing-still.js";

const DOUBLE = 500;
// The time after which an unanswered request leads to a check of the connection.
const LONG = 1500;

// Starts when a form is sent: navigating to another address would cancel it.
export const departure = { begun: false };

// A form that the browser submits without a connection is lost with its page, so the page checks first
// whether the server is there. The page sends the form and draws the response; the browser submits forms
// with data-loads, and all forms of pages with secrets or of the past. The answer to a question waits and
// is sent automatically as it was meant, with the version that it answers: if the question is no longer
// open, the server refuses it. Other requests (to undo, to close) are not sent later, when they might
// mean something else.
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
    // Pressing a waiting button again retries at once.
    if (this.waiting) return this.connection.look();
    if (form.dataset.sent) return;
    this.bars.hide("unsent");
    this.hold(form, submitter);
    // A form that the page sends is not lost: it is checked first only if the connection is lost.
    if (this.connection.lostAt || !staysHere(form)) await this.connection.look();
    // A form is not sent again while the browser still reports that it is being sent.
    else await new Promise((done) => setTimeout(done));
    if (this.connection.lostAt) this.keep(form, submitter);
    else this.send(form, submitter);
  }

  // The second of two quick presses is meant for the element at the first, if the page was redrawn between
  // them.
  second(event) {
    const now = performance.now();
    const { at } = this.drawnPage;
    const between = this.pressedAt < at && now - at < DOUBLE;
    this.pressedAt = now;
    if (event.detail < 2 || !between) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // Every other part of the page has handled the submit event by now.
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
      // It is unknown whether it arrived; the server accepts no answer twice.
      this.connection.lose();
      this.keep(form, submitter);
      return;
    }
    this.letGo();
    departure.begun = false;
    if (this.drawnPage.isOurs(came)) this.drawnPage.show(came, { sent: true });
    else this.drawnPage.showElsewhere(came);
  }

  // A response that takes long may belong to a lost connection: then the request is cancelled.
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
    // An invalid field, which the browser will not submit, stopped it before the event.
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
