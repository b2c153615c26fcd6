// Pearls for the page: the least that a game can bring.

/**
 * @import { Board, GamePage, LogRow, State } from "/static/contract.js"
 * @typedef {Board & {places: string[], double: string[]}} PearlsBoard
 * @typedef {State & {bag: number, pearl: string, place: string, points?: number[]}} PearlsState
 */

import { h } from "/static/dom.js";
import { wordsOf } from "/static/words.js";

const t = wordsOf("pearls");

/** @type {(place: string) => string} */
function placeName(place) {
  const [kind, number] = place.split(".");
  return number ? `${t(`place.${kind}`)} ${number}` : t(`place.${kind}`);
}

/** @type {GamePage<PearlsBoard, PearlsState, LogRow>} */
export const game = {
  drawMap: ({ board, game }) =>
    h(
      "div",
      { class: "beds" },
      h("p", { class: "bag" }, t("bag", { count: game.bag })),
      (board.places ?? []).map((place) =>
        h(
          "button",
          { class: game.place === place ? "bed taken" : "bed", "data-key": `bed-${place}`, "data-place": place },
          placeName(place),
        ),
      ),
    ),
  drawEmptyMap: () => h("p", { class: "bag" }),
  drawSeats: ({ board, game }) =>
    board.players.map((player, seat) =>
      h(
        "article",
        { class: `seat seat-${player}` },
        h("span", {}, game.names[player]),
        game.points && h("b", {}, String(game.points[seat])),
      ),
    ),
  drawMore: () => [],
  drawEntry: () => null,
  drawLog: ({ log }) =>
    h(
      "ol",
      { class: "log" },
      log.map((row) => h("li", {}, row.text || row.say)),
    ),
  drawFinal: ({ game }) => [h("p", { class: "result" }, t("best", { players: (game.winners ?? []).join(", ") }))],
  openBoardCheck: async () => () => {},
  tourStep: () => null,
  pieceName: (piece) => t(`piece.${piece.split(".")[0]}`),
  drawPiece: (piece) => piece,
  placeName: (place) => placeName(place),
  spareFor: (piece) => piece,
};
