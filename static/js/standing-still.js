// Locks the question until the answer is received or taken back, so that the sent answer is the one that was
// shown. The pressed button keeps the focus, and says so if it has to wait.

const CHANGEABLE = "form:not([data-own-way]), .stage";

export class StandingStill {
  constructor(form, submitter) {
    this.form = form;
    this.pressed = submitter?.matches(".visually-hidden") ? form.querySelector(".primary") : submitter;
    this.still = [...document.querySelectorAll(CHANGEABLE)].filter((each) => each !== form || !this.pressed);
    for (let part = this.pressed; part && part !== form; part = part.parentElement) {
      this.still.push(...[...part.parentElement.children].filter((each) => each !== part));
    }
    if (form.contains(document.activeElement)) this.focus();
    for (const each of this.still) each.inert = true;
  }

  wait(words) {
    this.form.classList.add("waits");
    if (!this.pressed) return;
    this.pressed.classList.add("pressed");
    this.note = document.createElement("small");
    this.note.textContent = words;
    this.pressed.append(this.note);
  }

  end() {
    for (const each of this.still) each.inert = false;
    this.form.classList.remove("waits");
    this.pressed?.classList.remove("pressed");
    this.note?.remove();
  }

  focus() {
    this.pressed?.focus({ preventScroll: true });
  }
}
