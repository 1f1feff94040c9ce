// Shows the time left by the server's clock, whatever this device's clock says. A line that is redrawn
// later continues by the page's clock.

const page = document.querySelector("[data-now]");
const ahead = page ? Date.parse(page.dataset.now) - Date.now() : 0;
const two = (number) => String(number).padStart(2, "0");

function tick() {
  for (const line of document.querySelectorAll(".countdown")) show(line);
}

function show(line) {
  const { ends, days, hours, over } = line.dataset;
  const left = Math.round((Date.parse(ends) - Date.now() - ahead) / 1000);
  const parts = {
    days: Math.floor(left / 86400),
    hours: Math.floor((left % 86400) / 3600),
    minutes: two(Math.floor((left % 3600) / 60)),
    seconds: two(left % 60),
  };
  const words = left <= 0 ? over : parts.days ? days : hours;
  line.textContent = words.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  line.hidden = false;
}

tick();
setInterval(tick, 1000);
