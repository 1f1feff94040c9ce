// How is a figure written in the language of the page, and how is a typed one read?

const language = document.documentElement.lang || "en";
const plain = { useGrouping: false };
const upToHundredths = new Intl.NumberFormat(language, { ...plain, maximumFractionDigits: 2 });
const inTenths = new Intl.NumberFormat(language, { ...plain, minimumFractionDigits: 1, maximumFractionDigits: 1 });

// Never “-0”: what is nought has no sign.
export const fixed = (value) => upToHundredths.format(Math.round(value * 100) / 100 + 0);
export const tenths = (value) => inTenths.format(value);

// With a comma or a point, whatever the language; NaN where it is no figure.
export const read = (text) => Number.parseFloat(String(text ?? "").replace(",", "."));
