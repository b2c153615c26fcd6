// Games kept: the list of them.

/**
 * @import { LoadedGame, Shelf } from "./contract.js"
 * @import { Kept } from "./document.js"
 */

import { get } from "./api.js";
import { h, show, unseen } from "./dom.js";
import { bring, seatSign } from "./shelf.js";
import { store } from "./store.js";
import { language, t } from "./words.js";

// The kinds of games that are in a list, those first that the shelf names first.
/** @type {(games: {game: string}[], shelf: Shelf) => string[]} */
export const kindsIn = (games, shelf) =>
  Object.keys(shelf.games).filter((kind) => games.some(({ game }) => game === kind));

/** @type {(main: Element) => Promise<void>} */
export async function openGames(main) {
  /** @type {{games: Kept[]}} */
  const { games } = await get("/api/games");
  const kinds = kindsIn(games, store.shelf);
  const drawn = await Promise.all(kinds.filter((kind) => store.shelf.games[kind].drawn).map(bring));
  const byKind = new Map(drawn.map((each) => [each.id, each]));
  /** @type {(kind: string) => string | null} */
  const titled = (kind) => (kinds.length > 1 ? (store.shelf.games[kind]?.title ?? null) : null);
  show(
    main,
    h(
      "section",
      { class: "card wide" },
      h("h2", {}, t("Games kept")),
      games.length === 0
        ? h("p", { class: "empty" }, t("No game has been kept yet."))
        : h(
            "div",
            { class: "scroll" },
            h(
              "table",
              { class: "games" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  [t("Begun"), t("Players"), t("Result")].map((title) => h("th", { scope: "col" }, title)),
                  h("th", { scope: "col" }, unseen(t("Go through"))),
                ),
              ),
              h(
                "tbody",
                {},
                games.map((game) => row(game, byKind.get(game.game), titled(game.game))),
              ),
            ),
          ),
    ),
  );
}

/** @type {(text: string) => string} */
const when = (text) => new Date(text).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

// One game; told plainly where nothing here can draw it.
/** @type {(game: Kept, drawn: LoadedGame | undefined, title: string | null | undefined) => Element} */
function row(game, drawn, title) {
  const players = Object.entries(game.scores ?? {});
  /** @type {(player: string) => string} */
  const nameOf = (player) => game.names?.[player] ?? (drawn ? drawn.page.named(`seat.${player}`) : player);
  const state =
    game.trouble ??
    (game.over
      ? t("won by {players}", { players: (game.winners ?? []).map(nameOf).join(", ") })
      : game.ended
        ? t("given up")
        : t("going on"));
  return h(
    "tr",
    { "data-game": game.game },
    h("td", {}, when(game.created), title && h("small", { class: "kind" }, ` ${title}`)),
    h(
      "td",
      {},
      players.map(([player, points]) =>
        h(
          "span",
          { class: "pair" },
          drawn ? seatSign(drawn, player, nameOf(player)) : player,
          game.ended || store.showScores ? ` ${points} ` : " ",
        ),
      ),
    ),
    h("td", {}, state),
    h("td", {}, drawn && !game.trouble && h("a", { href: `#games/${game.id}`, class: "chip" }, t("Go through"))),
  );
}
