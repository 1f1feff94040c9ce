// Asks for the progress of a run of tables, or of a plan in preparation, twice a second while the page is
// visible; at its end the page is loaded again with the result.

const run = document.querySelector("[data-run]");
const every = 500;

// Requested by its address and not reloaded: a reload would send a refused form a second time.
function addressAfter(job) {
  const address = new URL(location);
  address.searchParams.set("seen", job.slice(0, 8));
  return address;
}

async function look() {
  if (document.hidden) return setTimeout(look, every);
  try {
    const answer = await fetch(run.dataset.run, { headers: { Accept: "application/json" } });
    // Too many requests, or no server: the next request decides. For a deleted run there is no next one.
    if (answer.status === 429 || answer.status >= 500) return setTimeout(look, every);
    if (!answer.ok) return;
    const job = await answer.json();
    const done = run.querySelector("[data-done]");
    if (done) {
      done.textContent = job.progress.done;
      run.querySelector("progress").value = job.progress.done;
    }
    if (job.state === "done" || job.state === "failed") return location.replace(addressAfter(job.id));
  } catch {
    // The server is away for a moment: the next request decides.
  }
  setTimeout(look, every);
}

if (run) look();
