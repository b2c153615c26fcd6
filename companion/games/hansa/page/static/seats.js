// Seats, piles, ledger, log and the final score.

/**
 * @import { HansaBoard, HansaPage, HansaRow, HansaScene, HansaState, Score } from "./hansa.js"
 * @typedef {{who: string, round: number, words: HansaRow[]}} Turn round 0: none is told
 */

import { h, s, unseen } from "/static/dom.js";
import { robotName } from "/static/robots.js";
import { marker, nameOf, parse, signOf } from "./goods.js";
import { markerUses } from "./table.js";
import { cityName, named, t } from "./words.js";

/** @type {(player: string) => Element} */
export const booth = (player) =>
  s(
    "svg",
    { viewBox: "0 0 24 24", class: `booth seat-${player}`, "aria-hidden": "true" },
    s("path", { d: "M3 10L12 3l9 7v11H3z" }),
    s("path", { d: "M9.5 21v-6h5v6", class: "door" }),
  );

/** @type {(goods: string[]) => [string, number][]} */
function grouped(goods) {
  const counts = new Map();
  for (const good of goods) counts.set(good, (counts.get(good) ?? 0) + 1);
  return [...counts];
}

// One's own seat first, then the others in the order of play.
/** @type {HansaPage["drawSeats"]} */
export function drawSeats(scene) {
  const { players } = scene.board;
  const first = Math.max(0, players.indexOf(scene.mine ?? ""));
  return [...players.slice(first), ...players.slice(0, first)].map((player) => drawSeat(player, scene));
}

/** @type {(player: string, scene: HansaScene) => Element} */
function drawSeat(player, scene) {
  const { game, showScores, hands, bench, mine } = scene;
  const its = game.players[player];
  const isVirtual = Boolean(bench && hands);
  const robot = bench?.robots.skills[player];
  const isMover = game.mover === player;
  const left = game.left.includes(player);
  const sold = grouped(its.sold).map(([good, many]) =>
    h(
      "span",
      { class: `sold good-${parse(good).colour}`, title: nameOf(good) },
      `${signOf(good)}${many > 1 ? ` ×${many}` : ""}`,
    ),
  );
  const grab = {
    class: "grab",
    "data-key": `booth-${player}`,
    "data-piece": `booth.${player}`,
    role: "button",
    tabindex: "0",
    "aria-label": t("Take a booth of {player}", { player: game.names[player] }),
  };
  const seen = { class: `seat seat-${player}${isMover ? " mover" : ""}${left ? " left" : ""}` };
  if (player === mine) seen.class += " mine";
  return h(
    "article",
    { ...seen, "data-key": `seat-${player}`, "aria-current": isMover ? "true" : null, "data-off": isVirtual },
    h(
      "header",
      {},
      h("span", { class: "sign", "aria-hidden": "true" }, named(`seat.${player}.short`)),
      h(
        "div",
        { class: "who" },
        h("h3", { title: game.names[player] }, game.names[player]),
        h("small", {}, isMover ? t("decides") : left ? t("has left") : robot ? robotName(robot, named) : " "),
      ),
      h(
        "dl",
        { class: "counts" },
        h(
          "div",
          { class: "count", "data-sign": "coin" },
          h("dt", {}, h("span", { class: "coin", "aria-hidden": "true" }), unseen(t("talers"))),
          h("dd", { "data-float": `talers ${player}`, title: t("talers") }, its.talers),
        ),
        h(
          "div",
          { class: "count", "data-why": `booths.${player}`, "data-sign": "booth" },
          h(
            "dt",
            {},
            isVirtual && its.booths_left > 0 ? h("span", grab, booth(player)) : booth(player),
            unseen(t("booths left")),
          ),
          h("dd", { title: t("booths left") }, its.booths_left),
        ),
      ),
      h(
        "span",
        { class: "points" },
        h("span", { "data-float": `points ${player}` }, showScores ? game.scores[player].total : "–"),
        h("span", { class: "unit" }, t("points")),
      ),
    ),
    h(
      "div",
      { class: "holdings" },
      h(
        "div",
        { class: "hand", "aria-label": t("goods"), role: "group" },
        its.goods.length
          ? its.goods.map((good, index) => drawMarker(good, index, player, scene))
          : h("span", { class: "none" }, t("no goods")),
      ),
      sold.length > 0 &&
        h("div", { class: "sales", "aria-label": t("sold"), role: "group" }, h("span", {}, t("sold")), sold),
    ),
  );
}

// A marker before a player: pressing it offers what can be done with it.
/** @type {(good: string, index: number, player: string, scene: HansaScene) => Element} */
function drawMarker(good, index, player, scene) {
  const { hands, bench, game } = scene;
  const key = { "data-key": `${player}-${good}-${index}`, "data-why": `hand.${player}.${good}` };
  if (!hands) return marker(good, key);
  const uses = game.mover === player ? markerUses(good, scene) : [];
  if (!bench && !uses.length) return marker(good, key);
  const seen = marker(good, {
    ...key,
    ...(bench ? { "data-piece": `marker.${good}` } : {}),
    role: "button",
    tabindex: "0",
    "aria-label": `${signOf(good)}, ${nameOf(good)}`,
    "data-means": uses.length ? hands.means : "",
  });
  if (!uses.length) return seen;
  seen.classList.add("acts");
  const { pick } = hands;
  const choices = [...uses, ...(pick ? [{ text: t("Take it in hand"), action: () => pick(`marker.${good}`) }] : [])];
  seen.onclick = (event) => hands.offer(/** @type {Element} */ (event.currentTarget), nameOf(good), choices);
  seen.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    hands.offer(/** @type {Element} */ (event.currentTarget), nameOf(good), choices);
  };
  return seen;
}

/** @type {HansaPage["drawMore"]} */
export const drawMore = ({ board, game }) => [drawLedger(game), drawPiles(game, board)];

/** @type {(game: HansaState, board: HansaBoard) => Element} */
function drawPiles(game, board) {
  const full = Math.max(board.full_pile, ...game.piles);
  const bars = game.piles.map((many, index) => {
    const last = index === game.piles.length - 1;
    const height = (many / full) * 60;
    return s(
      "g",
      {
        class: `pile${game.pile_in_use === index ? " used" : ""}${last ? " last" : ""}`,
        "data-why": `pile.${index + 1}`,
        "data-sign": "pile",
        transform: `translate(${index * 46} 0)`,
      },
      s("rect", { x: 6, y: 6, width: 34, height: 60, rx: 4, class: "well" }),
      s("rect", { x: 6, y: 66 - height, width: 34, height, rx: 4, class: "heap" }),
      s("text", { x: 23, y: 84, "text-anchor": "middle" }, many),
      game.pile_in_use === index && s("path", { d: "M23 4l-6 -8h12z", class: "arrow" }),
    );
  });
  const told = game.piles.map((many, index) => `${t("pile {number}", { number: index + 1 })}: ${many}`).join(", ");
  return h(
    "section",
    { class: "card piles" },
    h("h2", {}, t("Supply piles")),
    s("svg", { viewBox: "0 -6 236 96", role: "img", "aria-label": told }, bars),
    h("p", { class: "bank" }, `${t("Bank")}: `, h("strong", {}, game.bank), ` ${t("talers")}`),
  );
}

/** @type {(game: HansaState) => Element} */
function drawLedger(game) {
  return h(
    "section",
    { class: "card ledger" },
    h("h2", {}, t("Ledger of the turn")),
    h(
      "dl",
      {},
      game.ledger.map((row) => h("div", {}, h("dt", {}, row.text), h("dd", {}, row.right))),
    ),
  );
}

// The lines of the log: one a turn, with its round.
/** @type {(log: HansaRow[], start: string) => Turn[]} */
export function turnsOf(log, start) {
  /** @type {Turn[]} */
  const lines = [];
  let round = 0;
  for (const row of log) {
    if (row.turn && row.who === start) round += 1;
    const before = lines.at(-1);
    if (before && !row.turn && before.who === row.who) before.words.push(row);
    else lines.push({ who: row.who, round: row.turn ? Math.max(1, round) : 0, words: [row] });
  }
  return lines;
}

// The log, one entry a turn: in sentences, or in the notation. Of a game kept, a step leads to itself.
/** @type {HansaPage["drawLog"]} */
export function drawLog({ log, game, isNotation = false, stepLink, step }) {
  const lines = turnsOf(log, game.start);
  let number = 0;
  const drawn = lines.map((line, index) => {
    const said = line.words.map((row) => {
      number += 1;
      const text = isNotation ? row.say : row.text;
      const seen = { class: `${row.correction ? "corrected" : ""}${number === step ? " at" : ""}`.trim() || null };
      if (!text) return null;
      return stepLink ? h("a", { ...seen, href: stepLink(number) }, text) : h("span", seen, text);
    });
    const shown = said.filter((each) => each !== null);
    if (!shown.length) return null;
    return h(
      "li",
      { "data-key": `turn-${index}` },
      h(
        "span",
        { class: `sign seat-${line.who}`, title: game.names[line.who] ?? line.who },
        named(`seat.${line.who}.short`),
      ),
      line.round ? h("span", { class: "round" }, line.round) : null,
      h(
        "span",
        {},
        shown.map((each, word) => [word ? (isNotation ? "; " : " ") : "", each]),
      ),
    );
  });
  return h(
    "ol",
    { class: `log${isNotation ? " notation" : ""}`, tabindex: "0", "aria-label": t("Log"), "data-follow": true },
    drawn.filter((each) => each !== null),
  );
}

/** @type {(game: HansaState, winners: string[]) => string} */
export function verdict(game, winners) {
  const [first] = winners;
  const best = game.scores[first];
  const tied = Object.keys(game.scores).filter((player) => game.scores[player].total === best.total);
  const details = tied.map((player) => `${game.names[player]} ${game.scores[player].booths}`).join(", ");
  if (winners.length > 1) {
    return t("{players} share the win: {points} points and {booths} booths each.", {
      players: winners.map((player) => game.names[player]).join(" & "),
      points: best.total,
      booths: best.booths,
    });
  }
  if (tied.length > 1)
    return t("Tie at {points} points: {player} wins with more booths on the board ({booths}).", {
      player: game.names[first],
      points: best.total,
      booths: details,
    });
  return t("{player} wins with {points} points.", { player: game.names[first], points: best.total });
}

/** @type {HansaPage["drawFinal"]} */
export function drawFinal({ game, board }) {
  const winners = game.winners ?? [];
  const order = Object.keys(game.scores).sort(
    (a, b) => game.scores[b].total - game.scores[a].total || game.scores[b].booths - game.scores[a].booths,
  );
  /** @type {(keyof Score)[]} */
  const sources = ["unsold", "sold", "cities", "total", "booths"];
  const bySource = h(
    "section",
    { class: "card final", id: "final" },
    h("h2", {}, t("Final score")),
    h("p", { class: "verdict" }, verdict(game, winners)),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, unseen(t("Players"))),
            sources.map((source) => h("th", { scope: "col" }, named(`score.${source}`))),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((player) =>
            h(
              "tr",
              { class: winners.includes(player) ? "won" : null },
              h(
                "th",
                { scope: "row" },
                h("span", { class: `sign seat-${player}` }, named(`seat.${player}.short`)),
                ` ${game.names[player]}${winners.includes(player) ? " ★" : ""}`,
              ),
              sources.map((source) => h("td", { class: `score-${source}` }, game.scores[player][source])),
            ),
          ),
        ),
      ),
    ),
  );
  return [bySource, drawCityPoints(board, game, order)];
}

// What each city is worth to whom, with the booths that stand there.
/** @type {(board: HansaScene["board"], game: HansaState, order: string[]) => Element} */
function drawCityPoints(board, game, order) {
  const table = h(
    "table",
    {},
    h("caption", { class: "unseen" }, t("City by city: points (booths)")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("City by city: points (booths)")),
        order.map((player) =>
          h("th", { scope: "col" }, h("span", { class: `sign seat-${player}` }, named(`seat.${player}.short`))),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      board.cities.map(({ id, ...city }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, cityName(city)),
          order.map((player) => {
            const points = game.city_points[id]?.[player] ?? 0;
            const booths = game.players[player].booths[id] ?? 0;
            return h("td", {}, points || "–", booths ? h("small", {}, ` (${booths})`) : null);
          }),
        ),
      ),
    ),
  );
  return h("section", { class: "card by-place" }, table);
}

// The eighteen keys with which a marker that was turned over is entered; not where that is done for the players.
/** @type {HansaPage["drawEntry"]} */
export function drawKeys({ board, game, hands, bench }) {
  const { fill } = game;
  if (!fill || !hands || bench?.robots.deals) return null;
  return h(
    "section",
    {
      class: "card keys",
      "aria-labelledby": "keys-title",
      "data-key": "keys",
      "data-means": `${fill.city} ${fill.space}`,
    },
    h("h2", { id: "keys-title" }, t("Which marker was turned up?")),
    h(
      "div",
      { class: "keypad" },
      board.markers
        .filter((good) => good in fill.kinds || game.goods_in_play?.includes(good.slice(0, -1)))
        .map((good) =>
          h(
            "button",
            {
              "data-key": `good-${good}`,
              disabled: !(good in fill.kinds),
              onclick: () => hands.move({ type: "reveal", good }),
            },
            marker(good),
          ),
        ),
    ),
  );
}
