// Before a game and after it: the welcome over the empty map, and the result.

/**
 * @import { Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { h } from "./dom.js";
import { scorePlot } from "./plot.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** @type {(document_: Told) => Element | false} */
export const drawWelcome = ({ bench }) =>
  !(bench && store.me.may_control) &&
  h(
    "section",
    { class: "card welcome" },
    h("h2", {}, t("No game yet")),
    h("p", {}, t("Begin one at the table: it shows here at once.")),
  );

// The result, and what to do next.
/** @type {(document_: Told, scene: Scene) => Element} */
export function drawEnding({ board, game, plot, bench, revision }, scene) {
  const [result, ...more] = store.here.page.drawFinal(scene);
  return h(
    "div",
    { class: "ending", "data-game": store.here.id, "data-key": "ending" },
    result,
    h(
      "div",
      { class: "bar next" },
      bench &&
        store.me.may_control &&
        h("a", { class: "chip primary", href: "#new", "data-key": "again" }, t("New game")),
      h("a", { class: "chip", href: `#games/${revision.game}`, "data-key": "go-through" }, t("Go through")),
      h("a", { class: "chip", href: "#statistics", "data-key": "sums" }, t("Statistics")),
    ),
    more,
    h(
      "section",
      { class: "card" },
      h("h2", {}, t("Scores over the game")),
      scorePlot(plot, board.players, game?.names ?? {}),
    ),
  );
}
