// Sends a request to the server. Returns null if no working server answers, and catches nothing else: an
// error while handling the answer is never reported as a lost connection.

// `read` says how to read the answer, as "json" or "text"; an answer with one of the statuses `heard`
// counts too, since it gives a reason.
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

// No connection, a response that is not JSON from another server, or a timeout.
const LOST = [TypeError, SyntaxError, DOMException];
