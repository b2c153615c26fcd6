// How Hansa says things: in its own words, else in the page's.

import { wordsOf } from "/static/words.js";

export const t = wordsOf("hansa");

// A city that ships under a name which other languages write differently is translated; an owner's own name is not.
/** @type {(city: {name: string}) => string} */
export const cityName = ({ name }) => (name === "Copenhagen" ? t("city.copenhagen") : name);
