// Formats numbers in the language of the page, and parses typed ones.
//
// The server gives the decimal separator: a browser does not know every language.

const { decimal = "." } = document.documentElement.dataset;
const written = (text) => text.replace(".", decimal);

// To hundredths, without trailing zeros.
export const fixed = (value) => written(String(Math.round(value * 100) / 100));
export const tenths = (value) => written(value.toFixed(1));

// With a comma or a point, in any language; NaN for anything that is not a number.
export const read = (text) => Number.parseFloat(String(text ?? "").replace(",", "."));
