// The answer of the board's form, and how an answer is placed on the board again.

const PLACED = "select, .ticks input, [data-what]";

// The answer as the form sends it; null while there is none.
export function answerOf(board) {
  const { kind } = board.given;
  const at = (id) => board.places.get(id).at;
  if (kind === "hide" && board.marching()) {
    const { leader, flank } = Object.fromEntries(["leader", "flank"].map((name) => [name, board.field(name).value]));
    return { march: { leader: Number(leader), flank: flank || null, units: ticked(board, "march") } };
  }
  if (kind === "place_leaders") return board.places.size ? { leaders: leaders(board) } : null;
  const laid = [...board.places];
  if (!laid.length && !board.without.size) return null;
  if (kind === "place_camp") return { at: at("camp"), facing: board.places.get("camp").facing };
  if (kind === "hide") return { ambush: { at: at("marker"), units: ticked(board, "unit") } };
  const units = laid.map(([id, { at: middle, facing, ranks }]) => {
    return { unit: board.things.get(id).unit, at: middle, facing, formation: { ranks } };
  });
  if (kind === "pregame_move") return moved(board, laid[0][0], units[0]);
  const without = [...board.without].map((id) => board.things.get(id).unit);
  return { units, ...(without.length ? { no_place: without } : {}) };
}

// A unit that stands where it stood has not moved. That is no answer, since it would use the move up.
function moved(board, id, unit) {
  const thing = board.things.get(id);
  return board.isMoved(id) ? { kind: board.kindOf(thing), ...unit } : null;
}

export function ticked(board, name) {
  const boxes = board.form.querySelectorAll(`.ticks input[name^="${name}-"]:checked`);
  return [...boxes].map((each) => Number(each.name.split("-")[1]));
}

function leaders(board) {
  const commands = [...board.form.querySelectorAll("[data-command]")];
  return [...board.things.values()].map(({ id, leader }) => ({
    leader,
    at: board.places.get(id)?.at ?? null,
    units: commands.filter((each) => each.value === String(leader)).map((each) => Number(each.dataset.command)),
  }));
}

// Places an answer as it states: a refused one or a draft.
export function lay(board, answer) {
  board.places.clear();
  board.without = new Set((answer.no_place || []).map((unit) => `u${unit}`));
  if (answer.ambush) {
    choose(board, "ambush");
    put(board, "marker", answer.ambush);
    tick(board, "unit", answer.ambush.units);
  } else if (answer.march) {
    choose(board, "march");
    board.field("leader").value = String(answer.march.leader);
    board.field("flank").value = answer.march.flank ?? "";
    tick(board, "march", answer.march.units);
  } else if (answer.leaders) {
    for (const each of answer.leaders) {
      put(board, `leader${each.leader}`, each);
      for (const unit of each.units) command(board, unit, each.leader);
    }
  } else if (Array.isArray(answer.units)) for (const each of answer.units) put(board, `u${each.unit}`, each);
  else if ("unit" in answer) {
    board.kinds.set(`u${answer.unit}`, answer.kind);
    put(board, `u${answer.unit}`, answer);
  } else if (answer.at) put(board, "camp", answer);
}

function put(board, id, { at, facing, formation }) {
  const thing = board.things.get(id);
  if (!thing || !at) return;
  board.places.set(id, { at: [...at], facing: facing ?? 90, ranks: formation?.ranks ?? 1 });
  board.ask(thing);
}

function tick(board, name, units) {
  for (const box of board.form.querySelectorAll(`.ticks input[name^="${name}-"]`)) {
    box.checked = units.includes(Number(box.name.split("-")[1]));
  }
}

function choose(board, name) {
  const radio = board.form.querySelector(`[name="what"][value="${name}"]`);
  if (radio) radio.checked = true;
}

function command(board, unit, leader) {
  const field = board.field(`command-${unit}`);
  if (field) field.value = String(leader);
}

// A suggestion completes the legal part of the placement. Returns the labels of units without room, or
// null if nothing was placed and the suggestion was placed as it is.
export async function fillUp(board, answer) {
  const kept = [...board.places.keys()].filter((id) => board.isLegal(id));
  const commanded = [...board.form.querySelectorAll("[data-command]")].filter((each) => each.value);
  if (!(answer.units || answer.leaders) || !(kept.length || commanded.length)) {
    lay(board, answer);
    return null;
  }
  const chosen = commanded.map((field) => [field, field.value]);
  const lies = new Map(kept.map((id) => [id, board.places.get(id)]));
  lay(board, answer);
  const suggested = new Map(board.places);
  for (const [field, value] of chosen) field.value = value;
  board.places = new Map(lies);
  const wanted = answer.leaders ? [...suggested.keys()] : board.step.stillWanted([...suggested.keys()]);
  await Promise.all(wanted.map((id) => board.ask(board.things.get(id))));
  const left = [];
  for (const id of wanted.filter((each) => !board.places.has(each))) {
    const thing = board.things.get(id);
    const place = suggested.get(id);
    const found = place && board.ground.isClear(thing, place) ? place : board.ground.room(thing);
    if (found) board.places.set(id, found);
    else left.push(thing.label);
  }
  for (const id of board.places.keys()) board.without.delete(id);
  return left;
}

// Choices beside the table, which are undone and stored with the places.
export function fieldsOf(form) {
  return [...form.querySelectorAll(PLACED)].filter(({ name }) => name).map((field) => {
    return field.matches("select") ? [field.name, field.value] : [field.name, field.value, field.checked];
  });
}

export function setFields(form, fields = []) {
  for (const [name, value, checked] of fields) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.matches("select")) field.value = value;
      else if (field.value === value) field.checked = checked;
    }
  }
}
