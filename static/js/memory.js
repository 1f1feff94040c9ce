// What a browser keeps for its pages, as JSON. Some forbid a page to keep anything, some are full:
// then nothing is kept and all else works. What cannot be read is dropped.

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

// What was kept, or null where it is none of ours.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (unreadable) {
    if (!(unreadable instanceof SyntaxError)) throw unreadable;
    return null;
  }
}

// A browser that refuses says so by a DOMException; anything else is a fault of ours.
function tried(act) {
  try {
    return act();
  } catch (refused) {
    if (!(refused instanceof DOMException)) throw refused;
    return null;
  }
}
