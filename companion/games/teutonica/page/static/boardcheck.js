// The board check: both sides to look at, one at a time; what differs is put right in the board file.

/** @import { Side, TeutonicaPage } from "./teutonica.js" */

import { get, post, toast } from "/static/api.js";
import { h, renew } from "/static/dom.js";
import { drawEmptyMap } from "./map.js";
import { meant } from "/static/words.js";
import { t } from "./words.js";

/** @type {TeutonicaPage["openBoardCheck"]} */
export async function openBoardCheck(room, { mayControl, isTall, isFirst }) {
  /** @type {{sides: Side[], file: string}} */
  const board = await get("/api/board");
  let shown = 0;
  const draw = () => {
    const tabs = board.sides.map((side, index) =>
      h(
        "button",
        {
          class: "chip",
          "data-key": `side-${side.side}`,
          "aria-pressed": String(index === shown),
          onclick: () => {
            shown = index;
            draw();
          },
        },
        t("Side for {players} players", { players: side.side.replace("-", "–") }),
      ),
    );
    renew(
      room,
      h(
        "div",
        { class: `boardcheck${isFirst ? " first" : ""}` },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t(meant("the page asks", "Is this your board?"))),
          h(
            "p",
            {},
            t("Compare both sides with your own board. What differs is put right in the file {file}, which says how.", {
              file: board.file,
            }),
          ),
          h(
            "div",
            { class: "sides" },
            tabs,
            isFirst &&
              mayControl &&
              h("button", { class: "primary", "data-key": "save", onclick: save }, t("Yes, this is my board")),
          ),
        ),
        drawEmptyMap(board.sides[shown], isTall()),
      ),
    );
  };
  draw();
  return draw;
}

/** @type {() => Promise<void>} */
async function save() {
  const saved = await post("/api/board/save", {});
  if (!saved) return;
  toast(t("Saved as {file}; it counts from the next game on.", { file: saved.file }));
  window.dispatchEvent(new Event("board"));
}
