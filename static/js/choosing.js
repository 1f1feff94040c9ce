// Answers that are chosen: boxes of the map, what is ticked, figures, pieces by their tiles.

// The boxes of the map are outside the form that they answer; say which one is chosen.
export function startBoxes() {
  const chosen = document.querySelector("[data-chosen]");
  if (!chosen) return;
  for (const box of document.querySelectorAll('.boxes input[name="answer"]')) {
    box.addEventListener("change", () => {
      chosen.textContent = box.dataset.said;
    });
  }
}

// What is to be ticked first; that nothing is has a button of its own.
export function startTicks() {
  const button = document.querySelector("[data-needs]");
  if (!button) return;
  const boxes = [...button.form.querySelectorAll(`input[name="${button.dataset.needs}"]`)];
  const judge = () => {
    button.disabled = !boxes.some((box) => box.checked);
  };
  boxes.forEach((box) => box.addEventListener("change", judge));
  judge();
}

// Figures with a minus and a plus.
export function startCounts() {
  for (const input of document.querySelectorAll(".count input")) {
    const stepper = document.createElement("span");
    stepper.className = "stepper";
    const label = input.parentElement.querySelector("label")?.textContent.trim() || "";
    input.replaceWith(stepper);
    const step = (by, sign) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", `${sign} ${label}`);
      button.addEventListener("click", () => {
        const value = Number(input.value) + by;
        if (value >= Number(input.min) && value <= Number(input.max)) input.value = String(value);
      });
      return button;
    };
    stepper.append(step(-1, "−"), input, step(1, "+"));
  }
  startLots();
}

// Optional pieces: a tap on a type takes one, a second tap another where some offered lot has two,
// the next puts them back.
function startLots() {
  const form = document.querySelector("[data-lots]");
  if (!form) return;
  const lots = JSON.parse(document.getElementById("lots").textContent);
  const tiles = [...form.querySelectorAll(".counted")].map((tile) => {
    const input = tile.querySelector("input");
    const button = document.createElement("button");
    button.type = "button";
    button.className = tile.className;
    button.append(...tile.children);
    const badge = document.createElement("b");
    badge.className = "times";
    button.append(badge);
    const words = document.createElement("span");
    words.append(...button.querySelector("label").childNodes);
    button.querySelector("label").replaceWith(words);
    input.type = "hidden";
    tile.replaceWith(button);
    return { button, badge, input, type: input.name.slice(6), label: tile.dataset.label };
  });
  const go = form.querySelector(".go button");
  const taken = () => tiles.flatMap(({ input, type }) => Array(Number(input.value)).fill(type));
  const fits = (wanted) => lots.some((lot) => lot.join() === [...wanted].sort().join());
  const update = () => {
    for (const { button, badge, input, type, label } of tiles) {
      const number = Number(input.value);
      badge.textContent = number ? `×${number}` : "";
      button.setAttribute("aria-pressed", String(number > 0));
      button.setAttribute("aria-label", number ? `${label} ×${number}` : label);
      button.classList.toggle("taken", number > 0);
      button.disabled = !number && !fits([...taken(), type]);
    }
    go.disabled = !fits(taken());
    go.textContent = [go.dataset.none, go.dataset.one, go.dataset.some][Math.min(taken().length, 2)];
  };
  for (const { button, input, type } of tiles) {
    button.addEventListener("click", () => {
      input.value = fits([...taken(), type]) ? String(Number(input.value) + 1) : "0";
      update();
    });
  }
  update();
}
