// Hansa for the page: what the page asks of a game, in one place.

export { drawBoard } from "./board.js";
export { marker, nameOf } from "./goods.js";
export { drawFinal, drawKeys, drawLedger, drawLog, drawPiles, drawPlot, drawSeat } from "./seats.js";
export { openBoardCheck } from "./boardcheck.js";
export { drawStatistics } from "./statistics.js";
