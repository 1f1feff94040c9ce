// On a narrow screen the table fills the width: the drawn scale and legend give way to it.

export function fitTable() {
  const svg = document.querySelector("[data-table] svg");
  const { close } = svg?.dataset || {};
  if (!close) return;
  const whole = svg.getAttribute("viewBox");
  const narrow = matchMedia("(max-width: 56rem)");
  const lay = () => {
    svg.setAttribute("viewBox", narrow.matches ? close : whole);
    for (const [names, shown] of [[".label-close, .close", narrow.matches], [".wide", !narrow.matches]]) {
      for (const each of svg.querySelectorAll(names)) {
        if (shown) each.removeAttribute("display");
        else each.setAttribute("display", "none");
      }
    }
  };
  narrow.addEventListener("change", lay);
  lay();
}
