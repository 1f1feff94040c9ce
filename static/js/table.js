// A drawn table on a page: seen from either edge, magnified, measured, and used to place pieces.
//
// The page provides this and nothing else:
// - #table: the element around the picture that terrain.draw writes for a page (interactive), with
//   data-words as JSON (sentences, see `words` of the page that writes it), data-base-width in mm,
//   and data-address, which answers ?from=defender|invader&picture=1 with the same fragment seen
//   from that edge; without it the table cannot be turned round.
// - [data-tools]: buttons [data-tool=undo|redo|turn|tape|unit|nearer|farther|whole], each of which
//   may be missing; [data-says]: a live region; [data-pieces]: the list of the pieces in words.
// - #editor: JSON for the piece in hand (see in-hand.js), and the form #laying that sends it.
//
// A page on which pieces are picked one after the other gives a `keeper` with state(), restore(state) and
// settled(editor): undo applies to its steps, not to those of the piece; and it calls take() whenever it
// has written another #editor. `look(edge)` may fetch the picture in its own way.

import { asked } from "./request.js";
import { startEditor } from "./editor.js";
import { fit } from "./fit.js";
import { middle } from "./geometry.js";
import { History } from "./history.js";
import { Lens } from "./lens.js";
import { lasting } from "./life.js";
import { Sheet } from "./sheet.js";
import { Tape } from "./tape.js";

export function startTable({ keeper = null, look = lookFrom } = {}) {
  const room = document.getElementById("table");
  const svg = room?.querySelector("svg");
  if (!svg?.dataset.unit) return;
  const words = JSON.parse(room.dataset.words);
  const tools = (name) => document.querySelector(`[data-tools] [data-tool="${name}"]`);
  const says = document.querySelector("[data-says]");
  const say = (text) => {
    if (says && text) says.textContent = text;
  };
  const sheet = new Sheet(svg);
  const lens = new Lens(sheet, { words, tools, say });
  fit(svg, (view) => lens.stand(view));
  for (const name of ["nearer", "farther", "whole", "tape"]) tools(name)?.removeAttribute("hidden");
  const tape = new Tape(sheet, { words, tools, say, baseWidth: Number(room.dataset.baseWidth) || 40 });
  sheet.keep();
  const table = { sheet, lens, tape, editor: null };
  lens.subject = () => inHand(table);
  const history = keeper && keptSteps(keeper, tools);
  table.take = () => {
    sheet.release();
    table.editor = startEditor(sheet, lens);
    const { editor } = table;
    if (!editor?.state) return;
    const steps = history || keptSteps(editor, tools, editor.given.steps);
    table.steps = steps;
    // The tools are larger by now.
    sheet.repaint();
    editor.onSettled = () => {
      keeper?.settled(editor);
      steps.note();
      say(editor.told());
    };
    editor.onJudged = () => say(editor.told());
  };
  table.noted = () => history?.note();
  table.redraw = (drawn) => redraw(sheet, lens, drawn);
  table.take();
  turnByWheel(sheet, lens, table);
  turnByTwist(sheet, table);
  const turn = tools("turn");
  turn?.addEventListener("click", (event) => {
    event.preventDefault();
    turnRound(table, turn, { room, words, say, look });
  }, lasting());
  return table;
}

// The centre of the piece in hand in the drawing, if any of it is visible.
function inHand({ editor, sheet }) {
  const outline = editor?.held ? editor.outline() : null;
  return outline && sheet.shows(outline) ? sheet.at(middle(outline)) : null;
}

function keptSteps(keeper, tools, before) {
  const buttons = { undo: tools("undo"), redo: tools("redo") };
  for (const button of Object.values(buttons)) button?.removeAttribute("hidden");
  return new History(keeper, buttons, before);
}

// Over the piece in hand, or with Shift, the wheel turns it; elsewhere it magnifies.
function turnByWheel(sheet, lens, table) {
  const { svg } = sheet;
  svg.addEventListener(
    "wheel",
    (event) => {
      const { editor } = table;
      const by = event.deltaY || event.deltaX;
      if (!by) return;
      event.preventDefault();
      if (editor?.held && (event.shiftKey || event.target === editor.held)) {
        editor.turn(by < 0 ? 5 : -5);
        editor.settleSoon();
      } else {
        lens.magnify(by < 0 ? 1.2 : 1 / 1.2, sheet.drawn(event));
      }
    },
    lasting({ passive: false }),
  );
}

// A second finger turns a held piece.
function turnByTwist(sheet, table) {
  const at = new Map();
  let second = null;
  let before = 0;
  const angle = () => {
    const [[ax, ay], [bx, by]] = [at.get(sheet.dragging), at.get(second)];
    return (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  };
  const { svg } = sheet;
  const note = (event) => at.set(event.pointerId, [event.clientX, event.clientY]);
  svg.addEventListener("pointerdown", note, lasting({ capture: true }));
  svg.addEventListener("pointerdown", (event) => {
    if (!table.editor?.held || sheet.dragging == null || event.pointerId === sheet.dragging || second !== null) return;
    second = event.pointerId;
    sheet.paused = true;
    before = angle();
    svg.setPointerCapture(second);
  }, lasting());
  svg.addEventListener("pointermove", (event) => {
    if (at.has(event.pointerId)) note(event);
    const { editor } = table;
    if (second === null || sheet.dragging == null || !editor) return;
    const turned = Math.round(before - angle());
    const by = ((turned + 540) % 360) - 180;
    if (!by) return;
    before -= by;
    editor.turn(by);
    editor.settleSoon();
  }, lasting());
  const gone = (event) => {
    at.delete(event.pointerId);
    if (event.pointerId === second) second = null;
  };
  svg.addEventListener("pointerup", gone, lasting());
  svg.addEventListener("pointercancel", gone, lasting());
}

// Fetches the table as seen from the other edge and replaces this one: the piece in hand, the tape and the
// steps that can be undone stay as they are.
async function turnRound(table, button, { room, words, say, look }) {
  const edge = table.sheet.near ? "invader" : "defender";
  button.setAttribute("aria-disabled", "true");
  try {
    const found = await look(edge, room);
    if (found === null) say(words.unreachable);
    if (!found) return;
    document.querySelector("[data-pieces]")?.replaceWith(found.querySelector("[data-pieces]"));
    table.redraw(found.querySelector("svg[data-unit]"));
    table.lens.turned();
    say(words[`seen_from_${edge}`]);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

async function lookFrom(edge, room) {
  const address = new URL(room.dataset.address, location.href);
  address.searchParams.set("from", edge);
  address.searchParams.set("picture", "1");
  const came = await asked(address, { read: "text", cache: "no-store" });
  return came && new DOMParser().parseFromString(came.found, "text/html");
}

// Replaces the drawing.
function redraw(sheet, lens, drawn) {
  const { svg } = sheet;
  const ours = svg.querySelectorAll(":scope > .editor, :scope > .tape");
  svg.replaceChildren(...drawn.childNodes, ...ours);
  svg.dataset.view = drawn.dataset.view;
  sheet.read();
  lens.show();
  svg.dispatchEvent(new Event("redrawn"));
}
