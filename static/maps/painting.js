// Paints the squares of a club's map in the drawing. The form's drop-downs hold the sent values: a stroke
// only changes them, and the server redraws the map from them.

const form = document.getElementById("map");
const chart = form.querySelector(".chart");
const told = document.querySelector("[data-told]");
const undoButton = form.querySelector("[data-undo]");
const boxes = [...chart.querySelectorAll("[data-box]")];
const side = Number(chart.dataset.side);
const A_STROKE = 120;

const strokes = [];
let stroke = null;
let drawing = null;
let waiting = 0;

start();

function start() {
  form.querySelector("[data-paint-box]").hidden = false;
  const wrong = form.querySelector(".pbs-map .fault");
  form.querySelector("[data-selects]").open = Boolean(wrong);
  chart.classList.add("to-paint");
  boxes.forEach((box, at) => {
    box.setAttribute("role", "button");
    box.setAttribute("aria-describedby", "how");
    box.tabIndex = at ? -1 : 0;
  });
  chart.addEventListener("pointerdown", begin);
  chart.addEventListener("pointermove", goOver);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, finish);
  chart.addEventListener("keydown", byKeys);
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest("input, select")) {
      event.preventDefault();
      undo();
    }
  });
  undoButton.addEventListener("click", undo);
  form.addEventListener("change", (event) => {
    const at = /^(?:density|flank)-(\d+-\d+)$/.exec(event.target.name)?.[1];
    if (at) show(boxAt(at));
  });
}

function begin(event) {
  const box = event.target.closest("[data-box]");
  if (!box || event.button) return;
  event.preventDefault();
  stroke = [];
  lead(box);
  paint(box);
}

function goOver(event) {
  if (!stroke) return;
  const box = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-box]");
  if (box) paint(box);
}

function finish() {
  if (stroke?.length) strokes.push(stroke);
  stroke = null;
  undoButton.disabled = !strokes.length;
}

function byKeys(event) {
  const box = event.target.closest("[data-box]");
  if (!box) return;
  const at = boxes.indexOf(box);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key];
  if (step) {
    event.preventDefault();
    const overEdge = Math.abs(step) === 1 && Math.floor((at + step) / side) !== Math.floor(at / side);
    if (boxes[at + step] && !overEdge) lead(boxes[at + step]);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    stroke = [];
    paint(box);
    finish();
  }
}

// One square can be reached by Tab: the last one that was used.
function lead(box) {
  for (const each of boxes) each.tabIndex = each === box ? 0 : -1;
  box.focus({ preventScroll: true });
}

function paint(box) {
  const brush = document.querySelector('[name="brush"]:checked');
  const field = select(brush.dataset.field, box.dataset.box);
  if (field.value === brush.value) return;
  stroke.push([field.name, field.value]);
  field.value = brush.value;
  show(box);
}

function undo() {
  for (const [name, value] of strokes.pop()?.reverse() ?? []) {
    form.elements[name].value = value;
    show(boxAt(name.slice(name.indexOf("-") + 1)));
  }
  undoButton.disabled = !strokes.length;
}

// The immediate drawing of a square; the server draws how terrain continues into its neighbours.
function show(box) {
  const [row, column] = box.dataset.box.split("-").map(Number);
  const flank = select("flank", box.dataset.box);
  const density = select("density", box.dataset.box);
  const words = {
    row: row + 1,
    column: column + 1,
    flank: flank.selectedOptions[0].textContent.trim(),
    density: density.selectedOptions[0].textContent.trim(),
  };
  box.querySelector(".flank").textContent = flank.value === "none" ? "" : words.flank;
  box.querySelector(".density").textContent = words.density;
  box.className = `box on-${density.value}${flank.value.includes("deep_water") ? " water" : ""} fresh`;
  const said = form.dataset.said.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
  box.querySelector("[data-said]").textContent = said;
  told.textContent = said;
  clearTimeout(waiting);
  waiting = setTimeout(draw, A_STROKE);
}

async function draw() {
  drawing?.abort();
  drawing = new AbortController();
  try {
    const answer = await fetch(form.dataset.drawing, {
      method: "POST",
      body: new FormData(form),
      signal: drawing.signal,
    });
    if (!answer.ok) return;
    chart.querySelector("[data-drawn]").innerHTML = await answer.text();
    for (const box of boxes) box.classList.remove("fresh");
  } catch {
    // Without a connection the squares show their values as text; the form can be sent later.
  }
}

function select(field, at) {
  return form.elements[`${field}-${at}`];
}

function boxAt(at) {
  return chart.querySelector(`[data-box="${at}"]`);
}
