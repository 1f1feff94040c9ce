// A form goes off once, and only where somebody is there to take it; an answer waits on the page.

// Begun from the moment a form is sent: going to another address then would call the sending off.
export const departure = { begun: false };

// A form that the browser sends into nothing is gone, with the page it was on: a look whether the
// server is there comes first. What answers a question waits and goes off by itself as it was meant,
// with the version that it was an answer to: where the question is no longer open the server turns
// it away. Whatever else is asked for (to go back, to close) is not sent later, when
// it may mean something else.
export class Sending {
  constructor(connection, bars) {
    this.connection = connection;
    this.bars = bars;
    this.waiting = null;
    this.passed = null;
    document.addEventListener("submit", (event) => this.submit(event), true);
    connection.addEventListener("found", () => this.again());
    addEventListener("pageshow", () => {
      departure.begun = false;
      for (const form of document.querySelectorAll("form")) this.free(form);
    });
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
    if (form.dataset.sent) return;
    this.bars.hide("unsent");
    this.hold(form);
    await this.connection.look();
    if (this.connection.lostAt) this.keep(form, submitter);
    else this.send(form, submitter);
  }

  hold(form) {
    form.dataset.sent = "1";
    departure.begun = true;
    form.classList.add("busy");
  }

  free(form) {
    delete form.dataset.sent;
    form.classList.remove("busy");
  }

  send(form, submitter) {
    this.hold(form);
    this.passed = form;
    form.requestSubmit(submitter);
    // A field that the browser will not send as it is stopped it before the event.
    if (this.passed) {
      this.passed = null;
      this.free(form);
      departure.begun = false;
    }
  }

  keep(form, submitter) {
    this.free(form);
    departure.begun = false;
    if (!form.elements.namedItem("prompt")) return this.bars.show("unsent");
    this.waiting = { form, submitter };
    this.bars.show("waiting", { act: () => this.drop() });
  }

  drop() {
    this.waiting = null;
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
