// Undo and redo of changes to a piece before it is sent: every gesture is one step.

import { lasting } from "./life.js";

const MOST = 30;

export class History {
  // `keeper` has state() and restore(state); `before` are the steps of an earlier page, the last of which
  // is the present state.
  constructor(keeper, { undo, redo }, before = []) {
    this.keeper = keeper;
    this.buttons = { undo, redo };
    this.done = [...before.slice(0, -1), JSON.stringify(keeper.state())];
    this.undone = [];
    undo?.addEventListener("click", () => this.undo(), lasting());
    redo?.addEventListener("click", () => this.redo(), lasting());
    addEventListener("keydown", (event) => this.key(event), lasting());
    this.show();
  }

  // The end of a gesture.
  note() {
    const state = JSON.stringify(this.keeper.state());
    if (state === this.done.at(-1)) return;
    this.done.push(state);
    this.undone = [];
    this.show();
  }

  past() {
    return this.done.slice(-MOST);
  }

  undo() {
    this.note();
    if (this.done.length < 2) return;
    this.undone.push(this.done.pop());
    this.back();
  }

  redo() {
    if (!this.undone.length) return;
    this.done.push(this.undone.pop());
    this.back();
  }

  back() {
    this.keeper.restore(JSON.parse(this.done.at(-1)));
    this.show();
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (this.buttons.undo?.closest("[inert]")) return;
    if (event.target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    const letter = event.key.toLowerCase();
    const redo = letter === "y" || (letter === "z" && event.shiftKey);
    if (!redo && letter !== "z") return;
    event.preventDefault();
    if (redo) this.redo();
    else this.undo();
  }

  show() {
    const { undo, redo } = this.buttons;
    if (undo) undo.disabled = this.done.length < 2;
    if (redo) redo.disabled = !this.undone.length;
  }
}
