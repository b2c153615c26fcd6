// Hansa for the page: what the page asks of a game, in one place.

/** @import { HansaPage } from "./hansa.js" */

import { drawBoard } from "./board.js";
import { openBoardCheck } from "./boardcheck.js";
import { drawFinal, drawKeys, drawLog, drawMore, drawSeats } from "./seats.js";
import { drawPiece, pieceName, placeName, spareFor } from "./pieces.js";
import { tableActions, tourStep, voyageOf } from "./table.js";
import { named } from "./words.js";

// A narrow window that is lower than wide, as where a large screen is zoomed in, has room for the wide map.
const isLow = () => matchMedia("(min-aspect-ratio: 1/1)").matches;

/** @type {HansaPage} */
export const game = {
  drawMap: (scene) =>
    drawBoard(scene.board, scene.game, {
      isTall: scene.isTall && !isLow(),
      table: tableActions(scene),
      unseen: scene.unseen,
      voyage: voyageOf(scene.log),
    }),
  drawEmptyMap: (board, isTall) => drawBoard(board, null, { isTall }),
  drawSeats,
  drawMore,
  drawEntry: drawKeys,
  drawLog,
  drawFinal,
  openBoardCheck,
  tourStep,
  named,
  pieceName,
  drawPiece,
  placeName,
  spareFor,
  glossary: async () => (await import("./glossary.js")).glossary(),
};
