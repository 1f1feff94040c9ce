// Stores pages for use without a connection, and reports what plain HTTP does not allow.

// The service worker stores the table of a finished battle as every viewer sees it.
export async function keepForOffline({ worker, keep = [] }) {
  if (!("serviceWorker" in navigator)) return sayPlainHttp();
  await new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
  try {
    await navigator.serviceWorker.register(worker);
  } catch {
    // Not reachable, or not allowed in this window: nothing is stored, and the next page tries again.
    return;
  }
  if (!keep.length) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active.postMessage({ keep });
}

// Without HTTPS, as on a club's Wi-Fi, browsers have no service worker and no clipboard; the page says so
// where it matters.
export function sayPlainHttp() {
  for (const line of document.querySelectorAll("[data-plain-http]")) line.hidden = isSecureContext;
}
