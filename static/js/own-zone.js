// A new event is held, as long as nothing else is chosen, where its maker is.

const field = document.querySelector("[data-own-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (field && [...field.options].some((each) => each.value === zone)) field.value = zone;
