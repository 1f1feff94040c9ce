// A passage is shown where the same page comes again, changed: the battle went on. Any other page may
// know nothing of it, as one that shows a seat's secrets; the browser then calls that an error, so
// the passage is called off before.

export function passOnlyWithin() {
  addEventListener("pageswap", ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    const to = activation?.entry?.url;
    if (to && to === location.href) return;
    // Both promises say that it was called off, which is what was asked for.
    viewTransition.ready.catch(() => {});
    viewTransition.finished.catch(() => {});
    viewTransition.skipTransition();
  });
}
