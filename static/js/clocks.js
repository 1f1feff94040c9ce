// The server writes its own times; the reader's clock and calendar are known here.

export function setClocks() {
  const language = document.documentElement.lang;
  const hour = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
  for (const each of document.querySelectorAll(".record time")) {
    const when = new Date(each.dateTime);
    each.textContent = ("day" in each.dataset ? day : hour).format(when);
  }
}
