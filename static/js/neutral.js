// Loaded before anything is drawn on a page with one seat's secrets: the page has the neutral address from
// the start, so that going back or reloading asks for that one.

history.replaceState(null, "", document.currentScript.dataset.here);
