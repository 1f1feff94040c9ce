// How is a figure written in the language of the page, and how is a typed one read?
//
// The server says what stands before the decimals: a browser does not know every language.

const { decimal = "." } = document.documentElement.dataset;
const written = (text) => text.replace(".", decimal);

// To hundredths, without noughts at the end.
export const fixed = (value) => written(String(Math.round(value * 100) / 100));
export const tenths = (value) => written(value.toFixed(1));

// With a comma or a point, whatever the language; NaN where it is no figure.
export const read = (text) => Number.parseFloat(String(text ?? "").replace(",", "."));
