// Updates a page instead of loading it: the server renders all of it, and only the differences are
// applied here. The result is the page that a load would show.

import { Idiomorph } from "../vendor/idiomorph-0.7.4.esm.js";
import { asked } from "./request.js";
import { noteFrom } from "./reader-place.js";
import { endLife } from "./life.js";

// Longer than the server ever takes for an answer that a worker checks.
const PATIENCE = 30_000;
const ROOT = "battle";
// Content of this browser, or text being written, that no update from the server changes.
const OURS = new Set(["bars", "line"]);

export class DrawnPage {
  // `begin` starts the scripts of the drawn page.
  constructor(connection, begin) {
    this.connection = connection;
    this.begin = begin;
    this.at = 0;
    addEventListener("popstate", () => {
      if (pathNow() !== this.path) location.reload();
    });
    this.path = pathNow();
  }

  // The page as the server renders it now; null without an answer. A later request cancels an earlier
  // one.
  async fetch(address, options = {}) {
    this.callOff();
    const asking = new AbortController();
    this.asking = asking;
    const { signal } = asking;
    const late = setTimeout(() => asking.abort(), PATIENCE);
    // The page handles the answer to a form that it sends, whatever its address.
    const headers = { Accept: "text/html", "Draws-Here": "1" };
    const told = { cache: "no-store", ...options, headers, signal, read: "text", heard: () => true };
    this.connection.forget();
    const came = await asked(address, told);
    clearTimeout(late);
    if (signal.aborted || !came) return null;
    const { answer, found } = came;
    return { answer, page: new DOMParser().parseFromString(found, "text/html") };
  }

  // Cancels the last request.
  callOff() {
    this.asking?.abort();
  }

  // Whether the received page is this battle's and can be drawn here.
  isOurs({ page }) {
    const next = page.getElementById(ROOT);
    const now = document.getElementById(ROOT);
    return Boolean(next && now) && next.dataset.here === now.dataset.here && !next.hasAttribute("data-secret");
  }

  // Replaces the page by the received one. `sent`: it is the answer to a form of this page. A page with
  // other scripts is loaded with its own, and so is one that fails while it is drawn, since no part of
  // the page works by then.
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

  // A page other than this battle's. The browser follows a redirect; a refusal or an error page is shown
  // as it came, under the address of the form. One seat's secrets are never put into a page that others
  // can return to.
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

// idiomorph creates a new element with an id that existed before as HTML, by its name (0.7.4; its pull
// request 154), so drawings would be invisible. Within drawings, ids are removed for the comparison
// and restored afterwards.
function forgetWithinDrawings() {
  for (const each of document.querySelectorAll("svg [id]")) each.removeAttribute("id");
}

// Details that the reader opened belong to the last question.
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
    // Details that the reader unfolded stay open while the question is the same.
    beforeAttributeUpdated(name, node) {
      return name !== "open" || node.localName !== "details" || (sent && !node.closest(".talk"));
    },
  };
}
