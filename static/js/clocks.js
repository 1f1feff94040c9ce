// The server writes its own times; the reader's clock and calendar are known here.

// The page's words stay in its language; of that, the reader's own kind comes first: a British
// reader of English has another calendar than an American. Twelve or twenty-four hours are the
// browser's own, whatever the language.
export function readersLanguage() {
  const page = document.documentElement.lang;
  return navigator.languages.find((each) => each.split("-")[0] === page.split("-")[0]) ?? page;
}

export function readersClock(hour = "numeric") {
  const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: "numeric" }).resolvedOptions();
  return new Intl.DateTimeFormat(readersLanguage(), { hour, minute: "2-digit", hourCycle });
}

export function setClocks() {
  const hour = readersClock();
  const day = new Intl.DateTimeFormat(readersLanguage(), { day: "numeric", month: "long", year: "numeric" });
  for (const each of document.querySelectorAll(".record time")) {
    const when = new Date(each.dateTime);
    each.textContent = ("day" in each.dataset ? day : hour).format(when);
  }
}
