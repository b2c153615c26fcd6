// Says a sentence by its key, in this game's words or else in the page's.

import { wordsOf } from "/static/words.js";

export const t = wordsOf("teutonica");
