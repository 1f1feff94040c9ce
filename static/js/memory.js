// Browser storage for pages, as JSON. If a browser forbids storage or it is full, nothing is stored and
// everything else works. Unreadable values are dropped.

export class Memory {
  constructor(name) {
    this.storage = tried(() => window[name]) || null;
  }

  get keys() {
    return Object.keys(this.storage || {});
  }

  read(key) {
    const text = this.storage && tried(() => this.storage.getItem(key));
    const kept = text ? parsed(text) : null;
    if (text && kept === null) this.forget(key);
    return kept;
  }

  write(key, value) {
    tried(() => this.storage?.setItem(key, JSON.stringify(value)));
  }

  forget(key) {
    tried(() => this.storage?.removeItem(key));
  }
}

// The stored value, or null if it is not readable.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (unreadable) {
    if (!(unreadable instanceof SyntaxError)) throw unreadable;
    return null;
  }
}

// A browser refuses by a DOMException; any other exception is a bug.
function tried(act) {
  try {
    return act();
  } catch (refused) {
    if (!(refused instanceof DOMException)) throw refused;
    return null;
  }
}
