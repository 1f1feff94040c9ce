// The server writes its own times; the reader's clock and calendar are known here.

// The page's words stay in its language; of that, the reader's own kind comes first: a British
// reader of English has another calendar than an American. Twelve or twenty-four hours are the
// browser's own, whatever the language.
function readersLanguage() {
  const page = document.documentElement.lang;
  return navigator.languages.find((each) => each.split("-")[0] === page.split("-")[0]) ?? page;
}

// To make one costs more than all that it tells on a page.
const clocks = new Map();

// How every time is told: a "day", an "hour", or the "moment" with both.
export function clockFor(shows) {
  if (!clocks.has(shows)) clocks.set(shows, newClock(shows));
  return clocks.get(shows);
}

function newClock(shows) {
  const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: "numeric" }).resolvedOptions();
  const day = shows !== "hour" && { dateStyle: "long" };
  const hour = shows !== "day" && { timeStyle: "short", hourCycle };
  return new Intl.DateTimeFormat(readersLanguage(), { ...day, ...hour });
}

export function setClocks() {
  for (const each of document.querySelectorAll("time[data-shows]")) {
    each.textContent = clockFor(each.dataset.shows).format(new Date(each.dateTime));
  }
}
