// Loaded before anything is drawn on a page that holds one seat's secrets: it stands under the
// neutral page's address from the start, so that going back or reloading asks for that one.

history.replaceState(null, "", document.currentScript.dataset.here);
