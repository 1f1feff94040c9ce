// A new event is in the time zone of its creator unless they choose another.

const field = document.querySelector("[data-own-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (field && [...field.options].some((each) => each.value === zone)) field.value = zone;
