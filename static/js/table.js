// A drawn table on a page: seen from either edge, magnified, measured, and laid on.
//
// What a page gives, and nothing else is asked for:
// - #table: the element around the picture that terrain.draw writes for a page (interactive), with
//   data-words as JSON (sentences, see `words` of the page that writes it), data-base-width in mm,
//   and data-address, which answers ?from=defender|invader&picture=1 with the same fragment seen
//   from that edge; without it there is no turning round.
// - [data-tools]: buttons [data-tool=undo|redo|turn|tape|unit|nearer|farther|whole], each of which
//   may be missing; [data-says]: a live region; [data-pieces]: the list of the pieces in words.
// - #editor: JSON for the piece in hand (see in-hand.js), and the form #laying that sends it.

import { startEditor } from "./editing.js";
import { fit } from "./fitting.js";
import { History } from "./history.js";
import { Lens } from "./lens.js";
import { Sheet } from "./sheet.js";
import { Tape } from "./tape.js";

export function startTable() {
  const room = document.getElementById("table");
  const svg = room?.querySelector("svg");
  if (!svg?.dataset.unit) return;
  const words = JSON.parse(room.dataset.words || "{}");
  const tools = (name) => document.querySelector(`[data-tools] [data-tool="${name}"]`);
  const says = document.querySelector("[data-says]");
  const say = (text) => {
    if (says && text) says.textContent = text;
  };
  const sheet = new Sheet(svg);
  const lens = new Lens(sheet, { words, tools, say });
  fit(svg, (view) => lens.stand(view));
  const editor = startEditor(sheet, { tools, say });
  for (const name of ["nearer", "farther", "whole", "tape"]) tools(name)?.removeAttribute("hidden");
  const tape = new Tape(sheet, { words, tools, say, baseWidth: Number(room.dataset.baseWidth) || 40 });
  if (editor?.state) keepSteps(editor, { tools, say });
  turnByWheel(sheet, lens, editor);
  turnByTwist(sheet, editor);
  const turn = tools("turn");
  turn?.addEventListener("click", (event) => {
    event.preventDefault();
    turnRound(room, sheet, lens, turn, { words, say });
  });
  return { sheet, lens, editor, tape };
}

function keepSteps(editor, { tools, say }) {
  const buttons = { undo: tools("undo"), redo: tools("redo") };
  for (const button of Object.values(buttons)) button?.removeAttribute("hidden");
  const history = new History(editor, buttons);
  editor.onSettled = () => {
    history.note();
    say(editor.told());
  };
}

// Over the piece in hand, or with Shift, the wheel turns it; elsewhere it magnifies.
function turnByWheel(sheet, lens, editor) {
  const { svg } = sheet;
  svg.addEventListener(
    "wheel",
    (event) => {
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
    { passive: false },
  );
}

// A second finger while the piece is held turns it.
function turnByTwist(sheet, editor) {
  if (!editor?.held) return;
  const at = new Map();
  let second = null;
  let before = 0;
  const angle = () => {
    const [[ax, ay], [bx, by]] = [at.get(sheet.dragging), at.get(second)];
    return (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  };
  const { svg } = sheet;
  const note = (event) => at.set(event.pointerId, [event.clientX, event.clientY]);
  svg.addEventListener("pointerdown", note, { capture: true });
  svg.addEventListener("pointerdown", (event) => {
    if (sheet.dragging == null || event.pointerId === sheet.dragging || second !== null) return;
    second = event.pointerId;
    sheet.paused = true;
    before = angle();
    svg.setPointerCapture(second);
  });
  svg.addEventListener("pointermove", (event) => {
    if (at.has(event.pointerId)) note(event);
    if (second === null || sheet.dragging == null) return;
    const turned = Math.round(before - angle());
    const by = ((turned + 540) % 360) - 180;
    if (!by) return;
    before -= by;
    editor.turn(by);
    editor.settleSoon();
  });
  const gone = (event) => {
    at.delete(event.pointerId);
    if (event.pointerId === second) second = null;
  };
  svg.addEventListener("pointerup", gone);
  svg.addEventListener("pointercancel", gone);
}

// Fetches the table as it is seen from the other edge and puts it in the place of this one: what is
// in hand, the tape and the steps that can be undone stay as they are.
async function turnRound(room, sheet, lens, button, { words, say }) {
  const { svg } = sheet;
  const edge = svg.dataset.view === "invader" ? "defender" : "invader";
  const address = new URL(room.dataset.address, location.href);
  address.searchParams.set("from", edge);
  address.searchParams.set("picture", "1");
  button.setAttribute("aria-disabled", "true");
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const drawn = found.querySelector("svg");
    const ours = svg.querySelectorAll(":scope > .editor, :scope > .tape");
    svg.replaceChildren(...drawn.childNodes, ...ours);
    svg.dataset.view = drawn.dataset.view;
    document.querySelector("[data-pieces]")?.replaceWith(found.querySelector("[data-pieces]"));
    sheet.read();
    lens.turned();
    say(words[`seen_from_${edge}`]);
  } catch {
    say(words.unreachable);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}
