// Before a game and after it, and when the last round begins: the welcome over the empty map, a herald, and the result.

/**
 * @import { Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { countUp } from "./counting.js";
import { h, s } from "./dom.js";
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

const PENNONS = 15;

// Pennons on a line, in the colours of the seats: somebody has won.
/** @type {(players: string[]) => Element} */
export const drawBunting = (players) =>
  s(
    "svg",
    { class: "bunting", viewBox: "0 0 600 52", "aria-hidden": "true" },
    s("path", { d: "M0 4Q300 34 600 4", fill: "none" }),
    Array.from({ length: PENNONS }, (_, at) => {
      const x = 20 + at * 40;
      const y = 4 + 60 * (x / 600) * (1 - x / 600);
      return s("path", { class: `seat-${players[at % players.length]}`, d: `M${x - 15} ${y.toFixed(1)}h30l-15 30z` });
    }),
  );

// The result, and what to do next.
/** @type {(document_: Told, scene: Scene) => Element} */
export function drawEnding({ board, game, plot, bench, revision }, scene) {
  const [result, ...more] = store.here.page.drawFinal(scene);
  return h(
    "div",
    { class: "ending", "data-game": store.here.id, "data-key": "ending" },
    drawBunting(board.players),
    result,
    h(
      "div",
      { class: "bar next" },
      bench &&
        store.me.may_control &&
        h("a", { class: "chip primary", href: "#new", "data-key": "again" }, t("New game")),
      h("a", { class: "chip", href: `#games/${revision.game}`, "data-key": "go-through" }, t("Go through")),
      h("a", { class: "chip", href: "#statistics", "data-key": "sums" }, t("Statistics")),
      h("button", { class: "chip", "data-key": "picture", onclick: keepPicture }, t("Keep a picture")),
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

// A picture of the table as it is seen, to keep; what paints it is brought only now.
/** @type {(event: Event) => Promise<void>} */
async function keepPicture(event) {
  const ending = /** @type {Element} */ (event.currentTarget).closest(".table");
  const { savePicture } = await import("./picture.js");
  if (ending && store.document) await savePicture(ending, store.document);
}

const HERALD_MS = 4500;
let heralded = "";
// What happens once in a game is felt by everybody who watches: the last round is called out, and the result counted up. Of
// a game that has just come into view, both are over.
/** @type {(document_: Told, root: Element) => void} */
export function celebrate({ game, revision }, root) {
  const now = `${revision.game} ${game?.winners ? "over" : game?.last_round ? "last" : "on"}`;
  const before = heralded;
  heralded = now;
  if (!game || before === now || !before.startsWith(`${revision.game} `)) return;
  if (game.winners) countUp(root);
  else if (game.last_round) call(store.here.page.named("last.round"));
}

/** @type {(text: string) => void} */
function call(text) {
  const herald = h("p", { class: "herald", "aria-hidden": "true" }, text); // the banner says it, too
  document.body.append(herald);
  setTimeout(() => herald.remove(), HERALD_MS);
}
