// Hansa Teutonica for the page: what the page asks of a game, in one place.

/** @import { TeutonicaPage } from "./teutonica.js" */

import { drawBoard } from "./board.js";
import { openBoardCheck } from "./boardcheck.js";
import { drawFinal, drawLog, drawMore, drawSeats, drawStatistics } from "./seats.js";
import { t } from "./words.js";

/** @type {TeutonicaPage} */
export const game = {
  drawMap: (scene) => drawBoard(scene.board, scene.game),
  drawEmptyMap: (board) => drawBoard(board, null),
  drawSeats,
  drawMore,
  drawEntry: () => null,
  drawLog,
  drawFinal,
  tellStep: (row, { names }) => `${names[row.who] ?? row.who}: ${row.say}`,
  drawStatistics,
  openBoardCheck,
  tourStep: ({ game: state, bench }, isMine) => (bench && isMine && state.phase === "actions" ? "tour.actions" : null),
  pieceName: (piece) => t("piece.marker", { kind: piece.split(".").slice(1).join(" ") }),
  drawPiece: (piece) => piece.split(".")[1] ?? piece,
  placeName(place, board) {
    const [kind, what] = place.split(".");
    if (kind === "seat") return t(`seat.${what}`);
    if (kind === "city") return board.cities.find((/** @type {{id: string}} */ city) => city.id === what)?.name ?? what;
    return what ?? t(`lamp.${kind}`);
  },
  spareFor: () => "marker.extra_office",
};
