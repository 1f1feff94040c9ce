// The page without a connection: lists the stored tables, and checks whether the connection is back.

const PAUSE = 4000;
const list = document.getElementById("kept-tables");

const battleOf = (url) => /\/b\/[^/]+\//.exec(new URL(url).pathname)?.[0];

async function show() {
  if (!("caches" in window)) return;
  const tables = await caches.open("tables");
  const kept = [];
  for (const request of await tables.keys()) {
    const answer = await tables.match(request);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    kept.push({ url: request.url, title: page.title, sheet: Boolean(page.body.classList.contains("print-page")) });
  }
  const here = battleOf(location.href);
  kept.reverse().sort((a, b) => (battleOf(b.url) === here) - (battleOf(a.url) === here));
  list.hidden = !kept.length;
  list.querySelector("ul").replaceChildren(...kept.map(line));
}

function line({ url, title, sheet }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  const name = document.createElement("bdi");
  name.textContent = title.replace(/ · Metator$/, "");
  const kind = document.createElement("span");
  kind.textContent = sheet ? list.dataset.sheet : list.dataset.table;
  link.append(name, " ", kind);
  item.append(link);
  return item;
}

// The address is still the requested one: it is opened as soon as a server answers.
async function look() {
  try {
    await fetch(location.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PAUSE) });
    location.reload();
  } catch {
    // No server answers yet; this page says so already.
    setTimeout(look, PAUSE);
  }
}

addEventListener("online", look);
setTimeout(look, PAUSE);
await show();
document.documentElement.dataset.ready = "";
