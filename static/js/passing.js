// A passage is shown from one page of a battle to the next alone. Any other page knows nothing of
// it, nor does one that shows a seat's secrets; the browser then calls that an error, so the passage
// is called off before.

export function passOnlyWithin() {
  addEventListener("pageswap", ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    const to = activation?.entry?.url;
    if (to && new URL(to).pathname === location.pathname) return;
    // Both promises say that it was called off, which is what was asked for.
    viewTransition.ready.catch(() => {});
    viewTransition.finished.catch(() => {});
    viewTransition.skipTransition();
  });
}
