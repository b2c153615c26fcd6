// Hansa Teutonica for the page: what the page asks of a game, in one place.

/** @import { TeutonicaPage } from "./teutonica.js" */

import { openBoardCheck } from "./boardcheck.js";
import { carry } from "./deeds.js";
import { drawSeats } from "./desks.js";
import { drawFinal } from "./ending.js";
import { drawEmptyMap, drawMap } from "./map.js";
import { placeName } from "./naming.js";
import { drawLog, drawMore } from "./results.js";
import { markerToken } from "./signs.js";
import { named, t } from "./words.js";

/** @type {(piece: string) => string | undefined} */
const markerOf = (piece) => (piece.startsWith("marker.") ? piece.split(".")[1] : undefined);

const CARRIED = ["trader", "merchant"];

/** @type {TeutonicaPage} */
export const game = {
  drawMap,
  drawEmptyMap,
  drawSeats,
  drawMore,
  drawEntry: () => null,
  drawLog,
  drawFinal,
  openBoardCheck,
  tourStep: ({ game: state, bench }, isMine) => {
    if (!bench || !isMine || state.phase !== "actions") return null;
    return state.actions_left > 0 ? "tour.actions" : "tour.end";
  },
  carry,
  named,
  pieceName: (piece) => {
    if (CARRIED.includes(piece)) return named(`kind.${piece}`);
    const marker = markerOf(piece);
    return marker
      ? t("marker {kind}", { kind: named(`marker.${marker}`) })
      : t("spot {name}", { name: piece.split(".").slice(1).join(" ") });
  },
  drawPiece: (piece) => {
    const marker = markerOf(piece);
    return marker ? markerToken(marker) : piece;
  },
  placeName,
  spareFor: () => "marker.extra_office",
  glossary: async () => (await import("./glossary.js")).glossary(),
};
