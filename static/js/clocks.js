// Shows the server's times by the reader's clock and calendar.

// The language stays that of the page; of its variants the reader's comes first: a British reader has
// another calendar format than an American one. Twelve or twenty-four hours follow the browser,
// whatever the language.
function readersLanguage() {
  const page = document.documentElement.lang;
  return navigator.languages.find((each) => each.split("-")[0] === page.split("-")[0]) ?? page;
}

// Creating a formatter costs more than all times on a page.
const clocks = new Map();

// The formats: a "day", an "hour", or the "moment" with both.
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
