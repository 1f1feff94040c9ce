// On a narrow screen the tabs of an event are one scrollable row: scrolls to the present tab.

const row = document.querySelector(".tabs");
const here = row?.querySelector("[aria-current]");

if (here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
