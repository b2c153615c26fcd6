// The board check: both sides to look at; what differs is put right in the board file.

/** @import { TeutonicaPage } from "./teutonica.js" */

import { get } from "/static/api.js";
import { h, renew } from "/static/dom.js";
import { drawBoard } from "./board.js";
import { t } from "./words.js";

/** @type {TeutonicaPage["openBoardCheck"]} */
export async function openBoardCheck(room) {
  const board = await get("/api/board");
  const draw = () =>
    renew(
      room,
      h(
        "div",
        { class: "boardcheck" },
        h("p", {}, t("board.explain", { file: board.file })),
        board.sides.map((/** @type {any} */ side) => drawBoard(side, null)),
      ),
    );
  draw();
  return draw;
}
