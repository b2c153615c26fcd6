// Pearls for the page: the least that a game can bring.

/**
 * @import { Board, GamePage, LogRow, State } from "/static/contract.js"
 * @typedef {State & {bag: number}} PearlsState
 */

import { h } from "/static/dom.js";
import { wordsOf } from "/static/words.js";

const t = wordsOf("pearls");

/** @type {GamePage<Board, PearlsState, LogRow>} */
export const game = {
  drawMap: ({ game }) => h("p", { class: "bag" }, t("bag", { count: game.bag })),
  drawEmptyMap: () => h("p", { class: "bag" }),
  drawSeats: ({ board, game }) =>
    board.players.map((player) => h("article", { class: `seat seat-${player}` }, game.names[player])),
  drawMore: () => [],
  drawEntry: () => null,
  drawLog: ({ log }) =>
    h(
      "ol",
      { class: "log" },
      log.map((row) => h("li", {}, row.say)),
    ),
  drawFinal: ({ game }) => h("p", { class: "result" }, t("best", { players: (game.winners ?? []).join(", ") })),
  drawStatistics: (sums) => h("p", { class: "sums" }, t("drawn", { count: sums.drawn })),
  openBoardCheck: async () => () => {},
  tourStep: () => null,
  pieceName: (piece) => piece,
  drawPiece: (piece) => piece,
  placeName: (place) => t(`place.${place}`),
  spareFor: (piece) => piece,
};
