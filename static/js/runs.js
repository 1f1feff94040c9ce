// How far is a run of tables, or a plan that is being made? Asked twice a second while the page is
// seen; at its end the page is loaded anew, with what lies now.

const run = document.querySelector("[data-run]");
const every = 500;

// Asked for anew and not loaded again: what was refused on this page would be sent a second time.
function anew(job) {
  const address = new URL(location);
  address.searchParams.set("seen", job.slice(0, 8));
  return address;
}

async function look() {
  if (document.hidden) return setTimeout(look, every);
  try {
    const answer = await fetch(run.dataset.run, { headers: { Accept: "application/json" } });
    // Too many looks, or the server is away: the next one tells. Of what is gone none does.
    if (answer.status === 429 || answer.status >= 500) return setTimeout(look, every);
    if (!answer.ok) return;
    const job = await answer.json();
    const done = run.querySelector("[data-done]");
    if (done) {
      done.textContent = job.progress.done;
      run.querySelector("progress").value = job.progress.done;
    }
    if (job.state === "done" || job.state === "failed") return location.replace(anew(job.id));
  } catch {
    // The server is away for a moment: the next look tells.
  }
  setTimeout(look, every);
}

if (run) look();
