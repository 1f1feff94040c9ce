// How long a list may still be handed in: by the server's clock, whatever this device's says.

const line = document.querySelector(".countdown");
const ahead = line ? Date.parse(line.dataset.now) - Date.now() : 0;
const two = (number) => String(number).padStart(2, "0");

function tick() {
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
  if (left > 0) setTimeout(tick, 1000);
}

if (line) tick();
