// On a narrow screen the parts of an event are one row that is pushed: the present one is in view.

const row = document.querySelector(".tabs");
const here = row?.querySelector("[aria-current]");

if (here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
