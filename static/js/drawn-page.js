// A page that changes instead of loading: the server draws all of it, and only what is different is
// changed here. The page that came is the one that a load would have shown.

import { Idiomorph } from "../vendor/idiomorph-0.7.4.esm.js";
import { asked } from "./request.js";
import { noteFrom } from "./reader-place.js";
import { endLife } from "./life.js";

// Longer than the server ever takes for an answer that a worker checks.
const PATIENCE = 30_000;
const ROOT = "battle";
// What this browser has put there, or what is being written, and no drawing of the server's changes.
const OURS = new Set(["bars", "line"]);

export class DrawnPage {
  // `begin` starts the scripts of what is drawn.
  constructor(connection, begin) {
    this.connection = connection;
    this.begin = begin;
    this.at = 0;
    addEventListener("popstate", () => {
      if (pathNow() !== this.path) location.reload();
    });
    this.path = pathNow();
  }

  // The page as the server draws it now; null where nobody answers. A later question makes an
  // earlier one void.
  async fetch(address, options = {}) {
    this.callOff();
    const asking = new AbortController();
    this.asking = asking;
    const { signal } = asking;
    const late = setTimeout(() => asking.abort(), PATIENCE);
    // What is sent from here is answered by the page, and not by its address.
    const headers = { Accept: "text/html", "Draws-Here": "1" };
    const told = { cache: "no-store", ...options, headers, signal, read: "text", heard: () => true };
    this.connection.forget();
    const came = await asked(address, told);
    clearTimeout(late);
    if (signal.aborted || !came) return null;
    const { answer, found } = came;
    return { answer, page: new DOMParser().parseFromString(found, "text/html") };
  }

  // Nobody waits for what was asked last.
  callOff() {
    this.asking?.abort();
  }

  // Whether what came is this battle, to be drawn here.
  isOurs({ page }) {
    const next = page.getElementById(ROOT);
    const now = document.getElementById(ROOT);
    return Boolean(next && now) && next.dataset.here === now.dataset.here && !next.hasAttribute("data-secret");
  }

  // Puts what came in the place of what is there. `sent`: it is the answer to what was sent from here.
  // What was made for other scripts than these is loaded with its own; so is what breaks while it is
  // drawn, since nothing of the page lives by then.
  show(came, { sent = false } = {}) {
    const { here } = came.page.getElementById(ROOT).dataset;
    if (scripts(came.page) !== scripts(document)) return location.replace(here);
    try {
      this.change(came.page, here, sent);
    } catch (broken) {
      reportError(broken);
      location.replace(here);
    }
  }

  change(page, here, sent) {
    const place = noteFrom(document.getElementById(ROOT), { sent });
    endLife();
    if (location.pathname !== here) history.pushState(null, "", here);
    this.path = pathNow();
    if (sent) closeAll();
    document.title = page.title;
    icon(document).href = icon(page).href;
    forgetWithinDrawings();
    Idiomorph.morph(document.body, page.body, { morphStyle: "outerHTML", callbacks: callbacks(sent) });
    this.at = performance.now();
    this.begin(place);
  }

  // Another page than this battle's. Where the answer led to one it is gone to; what is refused, or
  // has broken, stands under the address to which it was sent, and is shown as it came. What one seat
  // alone may see is put into no page that others come back to.
  showElsewhere({ answer, page }) {
    if (answer.redirected && answer.ok) return location.assign(answer.url);
    if (page.querySelector("[data-secret]")) return location.replace(document.getElementById(ROOT).dataset.here);
    endLife();
    history.pushState(null, "", location.href);
    this.path = null;
    document.replaceChild(document.adoptNode(page.documentElement), document.documentElement);
    document.documentElement.dataset.ready = "";
  }
}

const pathNow = () => location.pathname + location.search;
const scripts = (page) =>
  [...page.querySelectorAll("script[type=module]")].map((each) => each.getAttribute("src")).join(" ");
const icon = (page) => page.querySelector('link[rel="icon"]');

// idiomorph makes what is new and holds an id that was there before as an element of HTML, by its name
// (0.7.4; its pull request 154): of a drawing nothing is seen then. Within drawings nothing is known by
// its id, and each has its own again when it is changed.
function forgetWithinDrawings() {
  for (const each of document.querySelectorAll("svg [id]")) each.removeAttribute("id");
}

// What somebody opened to read is about the last question.
function closeAll() {
  for (const each of document.querySelectorAll("[popover]:popover-open")) each.hidePopover();
}

function callbacks(sent) {
  return {
    beforeNodeMorphed(before, after) {
      if (!OURS.has(before.id) || before.id !== after.id) return true;
      for (const { name, value } of after.attributes) before.setAttribute(name, value);
      return false;
    },
    // What somebody has unfolded stays so while he is asked the same.
    beforeAttributeUpdated(name, node) {
      return name !== "open" || node.localName !== "details" || (sent && !node.closest(".talk"));
    },
  };
}
