// The board check: is this your board? Arrows, numbers and warehouse spaces are put right with clicks, and saved.

/**
 * @import { City, HansaPage } from "./hansa.js"
 * @typedef {City & {guesses: string[]}} Checked
 * @typedef {{start: string, spaces: number[], cities: Checked[]}} CheckedMap
 */

import { get, post, toast } from "/static/api.js";
import { h, renew, show } from "/static/dom.js";
import { meant, say } from "/static/words.js";
import { cityName, named, t } from "./words.js";
import { drawBoard } from "./board.js";

/** @type {HansaPage["openBoardCheck"]} */
export async function openBoardCheck(room, { mayControl, isTall, isFirst }) {
  /** @type {CheckedMap} */
  const board = await get("/api/board");
  const box = h("div", { class: `boardcheck${isFirst ? " first" : ""}` });
  show(room, box);
  const asFound = facts(board);
  const draw = () => renew(box, ...view(board, mayControl, isTall(), draw, isFirst && facts(board) === asFound));
  draw();
  return draw;
}

/** @type {(board: CheckedMap) => string} */
const facts = (board) => JSON.stringify(board.cities.map(({ id, spaces, routes }) => ({ id, spaces, routes })));

/** @type {(board: CheckedMap, mayControl: boolean, isTall: boolean, draw: () => void, isUntouched: boolean) => Element[]} */
function view(board, mayControl, isTall, draw, isUntouched) {
  const guesses = board.cities.reduce((sum, city) => sum + city.guesses.length, 0);
  return [
    h(
      "section",
      { class: "card" },
      h("h2", {}, t(meant("the page asks", "Is this your board?"))),
      h(
        "p",
        {},
        t("Compare the map with your own board: arrows, red numbers, warehouse spaces. Put right what differs."),
      ),
      h(
        "p",
        { class: guesses ? "guess" : null },
        guesses
          ? t(say("One fact is a guess, marked with “?”.", "{count} facts are guesses, marked with “?”."), {
              count: guesses,
            })
          : t("Nothing is guessed."),
      ),
      mayControl
        ? h(
            "button",
            { class: "primary", "data-key": "save", onclick: () => save(board) },
            isUntouched ? t("Yes, this is my board") : t("Save as my board"),
          )
        : h("p", { class: "hint" }, t("Anyone who may play from here can correct it.")),
    ),
    h(
      "div",
      { class: "check" },
      drawBoard(board, null, { isTall, isChecked: true }),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "facts" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              [t("City"), ...["number", "spaces", "routes"].map((fact) => named(`board.${fact}`))].map((title) =>
                h("th", { scope: "col" }, title),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            board.cities.map((city) => row(board, city, mayControl, draw)),
          ),
        ),
      ),
    ),
  ];
}

/** @type {(city: Checked, key: string) => Element | null} */
function guess(city, key) {
  return city.guesses.includes(key) ? h("span", { class: "guess", title: t("a guess: please check") }, "?") : null;
}

/** @type {(city: Checked, key: string) => void} */
function sure(city, key) {
  city.guesses = city.guesses.filter((each) => each !== key);
}

/** @type {(board: CheckedMap, city: Checked, mayControl: boolean, draw: () => void) => Element} */
function row(board, city, mayControl, draw) {
  /** @type {(number: number) => void} */
  const swap = (number) => {
    const other = /** @type {Checked} */ (board.cities.find((each) => each.number === number));
    other.number = city.number;
    city.number = number;
    sure(city, "number");
    sure(other, "number");
    board.cities.sort((a, b) => a.number - b.number);
    draw();
  };
  /** @type {(to: string) => void} */
  const toggle = (to) => {
    city.routes = city.routes.includes(to) ? city.routes.filter((each) => each !== to) : [...city.routes, to];
    sure(city, "routes");
    draw();
  };
  const numbers = board.cities.map((_, index) =>
    h("option", { value: index + 1, selected: city.number === index + 1 }, index + 1),
  );
  return h(
    "tr",
    { "data-key": `row-${city.id}` },
    h("th", { scope: "row" }, cityName(city)),
    h(
      "td",
      { "data-label": t("number") },
      h(
        "select",
        {
          disabled: !mayControl,
          "aria-label": `${cityName(city)}: ${t("number")}`,
          "data-key": `number-${city.id}`,
          onchange: (event) => swap(Number(event.target.value)),
        },
        numbers,
      ),
      guess(city, "number"),
    ),
    h(
      "td",
      { "data-label": named("board.spaces") },
      h(
        "button",
        {
          class: "chip",
          disabled: !mayControl,
          "data-key": `spaces-${city.id}`,
          "aria-label": `${cityName(city)}: ${city.spaces} ${named("board.spaces")}`,
          onclick: () => {
            city.spaces = board.spaces.find((each) => each !== city.spaces) ?? city.spaces;
            sure(city, "spaces");
            draw();
          },
        },
        "▢".repeat(city.spaces),
      ),
      guess(city, "spaces"),
    ),
    h(
      "td",
      { class: "chips", "data-label": named("board.routes") },
      board.cities
        .filter((each) => each.id !== city.id)
        .map((each) =>
          h(
            "button",
            {
              class: "chip",
              disabled: !mayControl,
              "aria-pressed": String(city.routes.includes(each.id)),
              "data-key": `route-${city.id}-${each.id}`,
              onclick: () => toggle(each.id),
            },
            cityName(each),
          ),
        ),
      guess(city, "routes"),
    ),
  );
}

/** @type {(board: CheckedMap) => Promise<void>} */
async function save(board) {
  const saved = await post("/api/board/save", { start: board.start, cities: JSON.parse(facts(board)) });
  if (!saved) return;
  toast(t("Saved as {file}; it counts from the next game on.", { file: saved.file }));
  window.dispatchEvent(new Event("board"));
}
