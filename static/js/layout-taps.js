// Pieces in the picture of a table as buttons: for taps, keys and assistive technology.

const FAR = 8;

export function tappable(svg) {
  for (const piece of svg.querySelectorAll("[data-piece]")) piece.setAttribute("role", "button");
}

// Calls `act(id)`. A tap that moves does not count: it drags the picture.
export function taps(svg, act) {
  let down = null;
  const pieceOf = (event) => event.target.closest?.("[data-piece]")?.dataset.piece;
  svg.addEventListener("pointerdown", (event) => {
    const name = event.button ? null : pieceOf(event);
    down = name && { name, x: event.clientX, y: event.clientY };
  });
  svg.addEventListener("pointerup", (event) => {
    const tapped = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < FAR;
    if (tapped) act(down.name);
    down = null;
  });
  svg.addEventListener("pointercancel", () => { down = null; });
  // A screen reader clicks without a pointer.
  svg.addEventListener("click", (event) => {
    if (!event.detail && pieceOf(event)) act(pieceOf(event));
  });
  svg.addEventListener("keydown", (event) => {
    if (!pieceOf(event) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act(pieceOf(event));
  });
}
