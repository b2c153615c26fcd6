// How Hansa says things: in its own words, else in the page's.

import { wordsOf } from "/static/words.js";

export const t = wordsOf("hansa");
