// What every page of ours has at its head: the choice of light or dark, and of the language; and how its tools look.

import { h } from "./dom.js";
import { language, languages, naming, say, t } from "./words.js";

const themeName = naming(t, {
  auto: say("Colours: as the device"),
  light: say("Colours: light"),
  dark: say("Colours: dark"),
});

/** @type {Record<string, string>} */
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };
/** @type {Record<string, string>} */
const NEXT = { auto: "light", light: "dark", dark: "auto" };

// What it is called; what it does is told to whoever points at it or comes by the keyboard.
/** @type {(label: string, word: string, more: import("./dom.js").Attributes, sign?: string) => Element} */
export const tool = (label, word, more, sign = "") =>
  h(
    "button",
    { class: "tool tip", "aria-description": label, "data-tip": label, ...more },
    sign && h("span", { "aria-hidden": "true" }, sign),
    word,
  );

/** @type {(redraw: () => void) => Element} */
export function themeTool(redraw) {
  const theme = localStorage.getItem("theme") ?? "auto";
  document.documentElement.dataset.theme = theme;
  const next = () => {
    localStorage.setItem("theme", NEXT[theme]);
    redraw();
  };
  return tool(themeName(theme), t("Colours"), { "data-key": "theme", onclick: next }, `${SIGNS[theme]} `);
}

/** @type {(change: (code: string) => void) => Element} */
export function languageTool(change) {
  return h(
    "select",
    {
      class: "tool",
      "aria-label": t("Language"),
      "data-key": "language",
      id: "language",
      onchange: (event) => change(event.target.value),
    },
    Object.entries(languages).map(([code, name]) => h("option", { value: code, selected: code === language }, name)),
  );
}
