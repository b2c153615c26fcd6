// Pearls for the page: the least that a game can bring.

/**
 * @import { Board, GamePage, LogRow, State } from "/static/contract.js"
 * @typedef {Board & {places: string[], double: string[]}} PearlsBoard
 * @typedef {State & {bag: number, pearl: string, place: string, points?: number[]}} PearlsState
 */

import { h } from "/static/dom.js";
import { naming, say, wordsOf } from "/static/words.js";

const t = wordsOf("pearls");
const named = naming(t, {
  "score.pearls": say("pearls"),
  "place.reef": say("reef"),
  "place.shore": say("beach"),
  "place.lagoon": say("lagoon"),
  "place.wreck": say("wreck"),
  "place.cave": say("cave"),
  "place.seat": say("seat"),
  "place.end": say("end"),
  "place.pad": say("plate"),
  "piece.pearl": say("the pearl"),
  "piece.net": say("a net"),
  "lamp.reef": say("reef"),
  "lamp.shore": say("beach"),
  "lamp.lagoon": say("lagoon"),
  "lamp.wreck": say("wreck"),
  "lamp.cave": say("cave"),
  "lamp.seat": say("seats"),
  "skill.random": say("by chance"),
  "skill.greedy": say("greedy"),
  bars: say("Pearls:"),
  deals: say("draw by itself"),
  "last.round": say("the last pearl"),
  "seat.red": say("Red"),
  "seat.red.short": say("Re"),
  "seat.blue": say("Blue"),
  "seat.blue.short": say("Bl"),
  "seat.green": say("Green"),
  "seat.green.short": say("Gr"),
  "seat.yellow": say("Yellow"),
  "seat.yellow.short": say("Ye"),
  "seat.violet": say("Violet"),
  "seat.violet.short": say("Vi"),
});

/** @type {(place: string) => string} */
function placeName(place) {
  const [kind, number] = place.split(".");
  return number ? `${named(`place.${kind}`)} ${number}` : named(`place.${kind}`);
}

/** @type {GamePage<PearlsBoard, PearlsState, LogRow>} */
export const game = {
  drawMap: ({ board, game }) =>
    h(
      "div",
      { class: "beds" },
      h("p", { class: "bag" }, t(say("one pearl is in the bag", "{count} pearls are in the bag"), { count: game.bag })),
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
  drawFinal: ({ game }) => [
    h("p", { class: "result" }, t("Most pearls: {players}", { players: (game.winners ?? []).join(", ") })),
  ],
  openBoardCheck: async () => () => {},
  tourStep: () => null,
  named,
  pieceName: (piece) => named(`piece.${piece.split(".")[0]}`),
  drawPiece: (piece) => piece,
  placeName: (place) => placeName(place),
  spareFor: (piece) => piece,
};
