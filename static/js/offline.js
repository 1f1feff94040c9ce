// What this browser keeps for when there is no connection, and what it cannot keep over plain HTTP.

// The worker keeps the table of a battle that is over, as everybody sees it who may watch it.
export async function keepForOffline({ worker, keep = [] }) {
  if (!("serviceWorker" in navigator)) return sayPlainHttp();
  await new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
  try {
    await navigator.serviceWorker.register(worker);
  } catch {
    // Not reached, or not allowed in this window: then nothing is kept, and the next page asks again.
    return;
  }
  if (!keep.length) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active.postMessage({ keep });
}

// In a club's Wi-Fi without https browsers have no worker and no clipboard; the page says so where
// it matters.
export function sayPlainHttp() {
  for (const line of document.querySelectorAll("[data-plain-http]")) line.hidden = isSecureContext;
}
