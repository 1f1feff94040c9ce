// Serves pages without a connection. The server writes TOLD before this: version, offline, files (their
// addresses).
//
// It stores the files that pages need, the page that says that there is no connection, and pages that the
// server marks as public to all who may watch: finished tables. It never stores a page that is `no-store`,
// the response to a POST, or a page without the mark.

const FILES = `files-${TOLD.version}`;
const TABLES = "tables";
const MARK = "X-Keep-Offline";
const MOST_TABLES = 40;

// The windows that show stored pages. Only these get stored files: all others use the server as if there
// were no worker.
const shown = new Set();

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("message", (event) => event.waitUntil(keepAll(event.data.keep || [])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (isFile(address)) {
    if (shown.has(event.clientId)) event.respondWith(file(request));
  } else if (request.mode === "navigate") event.respondWith(page(event));
});

const isFile = ({ pathname }) => TOLD.files.some((begins) => pathname.startsWith(begins));

async function install() {
  const answer = await fetch(TOLD.offline, { cache: "reload" });
  if (!answer.ok) throw new Error(`no page for being offline: ${answer.status}`);
  await keepFiles(await answer.clone().text());
  await (await caches.open(FILES)).put(TOLD.offline, answer);
  await skipWaiting();
}

async function clear() {
  const old = (await caches.keys()).filter((name) => name !== FILES && name !== TABLES);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser asks the server while this script is still starting.
  await registration.navigationPreload?.enable();
}

async function file(request) {
  const kept = await caches.match(request.url, { cacheName: FILES, ignoreVary: true });
  return kept || fetch(request);
}

async function page(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    // No connection: this is the worker's purpose.
    shown.add(event.resultingClientId);
    const kept = await caches.match(event.request.url, { cacheName: TABLES, ignoreVary: true });
    return kept || caches.match(TOLD.offline, { cacheName: FILES, ignoreVary: true });
  }
  event.waitUntil(keep(event.request.url, answer.clone()));
  return answer;
}

function mayBeKept(answer) {
  const control = answer.headers.get("Cache-Control") || "no-store";
  return answer.ok && !answer.redirected && answer.type === "basic" && answer.headers.has(MARK) && !control.includes("no-store");
}

async function keep(url, answer) {
  const tables = await caches.open(TABLES);
  if (!mayBeKept(answer)) return tables.delete(url, { ignoreVary: true });
  const text = await answer.clone().text();
  await tables.delete(url, { ignoreVary: true });
  await tables.put(url, answer);
  const kept = await tables.keys();
  await Promise.all(kept.slice(0, -MOST_TABLES).map((request) => tables.delete(request)));
  return keepFiles(text);
}

// Pages that were not opened themselves, but replace one that was.
async function keepAll(urls) {
  for (const url of urls) {
    if (new URL(url, location.href).origin === location.origin) {
      const found = new URL(url, location.href).href;
      await keep(found, await fetch(found));
    }
  }
}

// The files that a page needs, and the fonts that its styles name.
async function keepFiles(text, base = location.href) {
  const files = await caches.open(FILES);
  for (const [, , quoted, bare] of text.matchAll(/(href|src)="([^"#]+)|url\(["']?([^"')#]+)/g)) {
    const url = new URL(quoted || bare, base);
    if (!isFile(url) || (await files.match(url.href))) continue;
    const answer = await fetch(url.href);
    if (!answer.ok) continue;
    await files.put(url.href, answer.clone());
    if (url.pathname.endsWith(".css")) await keepFiles(await answer.text(), url.href);
  }
}
