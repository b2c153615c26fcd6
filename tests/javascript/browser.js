// Lets node run the page's scripts: `/static/` is where the page serves it from, and what a browser has is there.
import { register } from "node:module";

const none = { getItem: () => null, setItem() {} };
Object.assign(globalThis, { localStorage: none, EventSource: { OPEN: 1 } });
register("./hooks.js", import.meta.url);
