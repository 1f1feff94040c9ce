// Asks the server. Null where nobody answers, or none who is well: that is all that is caught here;
// what then becomes of an answer is not, so that a fault of ours is never called a lost connection.

// `read` says how the answer is read, as "json" or "text"; an answer with one of the statuses
// `heard` counts too, since it says why not.
export async function asked(address, { read = "json", heard = () => false, ...options } = {}) {
  try {
    const answer = await fetch(address, options);
    if (!answer.ok && !heard(answer.status)) return null;
    return { answer, found: await answer[read]() };
  } catch (lost) {
    if (!LOST.some((kind) => lost instanceof kind)) throw lost;
    return null;
  }
}

// No connection, a page of some other house that is no JSON, and no answer in time.
const LOST = [TypeError, SyntaxError, DOMException];
