import assert from "node:assert/strict";
import test from "node:test";
import { deedsOf, deedsOfHouse } from "../../companion/games/teutonica/page/static/deeds.js";
import { besideSpot, boxAround, overlap, placeCity } from "../../companion/games/teutonica/page/static/geometry.js";
import { WIDE } from "../../companion/games/teutonica/page/static/layout.js";
import { turnsOf } from "../../companion/games/teutonica/page/static/results.js";
import { game } from "../../companion/games/teutonica/page/static/main.js";
import { trailOf } from "../../companion/games/teutonica/page/static/map.js";

const office = { kind: "trader", privilege: "white", coin: false };
const BOARD = {
  players: ["blue", "red"],
  cities: [
    { id: "stade", name: "Stade", ability: "privilege", offices: [office] },
    { id: "hamburg", name: "Hamburg", ability: null, offices: [office, office, office] },
  ],
  routes: [{ id: "stade-hamburg", ends: ["stade", "hamburg"], houses: 3, tavern: false }],
  tracks: { bags: [3, 5, 7, null] },
};
const scene = (offers, more = {}) => ({
  board: BOARD,
  game: { offers, mover: "blue", step: { route: "stade-hamburg" }, names: { red: "Red" }, ...more },
  bench: null,
  hands: { means: "1 1", move: () => {}, offer: () => {} },
});

test("a move is made at each of its places, in the order in which it is offered", () => {
  const insert = { text: "Insert", right: "", entry: { type: "insert" }, places: ["route.a", "route.a.empty"] };
  const lift = { text: "Lift", right: "", entry: { type: "lift" }, places: ["route.a", "route.a.blue trader"] };
  const { at } = deedsOf(scene([insert, lift, { text: "More", right: "", entry: null, places: ["route.a"] }]));
  assert.deepEqual(
    at("route.a").map(({ text }) => text),
    ["Insert", "Lift"],
  );
  assert.deepEqual(
    at("route.a.empty").map(({ text }) => text),
    ["Insert"],
  );
  assert.deepEqual(at("route.b"), []);
});

test("a press inserts a trader, or what the open menu lists; and who learns is asked", () => {
  const insert = (piece) => ({ text: piece, right: "", entry: { type: "insert", piece }, places: ["route.a"] });
  const lift = { text: "Lift", right: "", entry: { type: "lift" }, places: ["route.b"] };
  const pressed = (hands, place = "route.a") => {
    const done = [];
    const move = (entry) => done.push(entry.piece ?? entry.type);
    const offer = (_at, _title, choices) => done.push(choices.map(({ text }) => text));
    const open = scene([insert("trader"), insert("merchant"), lift]);
    deedsOf({ ...open, hands: { ...open.hands, move, offer, ...hands } }).press(null, place);
    return done;
  };
  assert.deepEqual(pressed({ menu: "home" }), ["trader"]);
  assert.deepEqual(pressed({ menu: "insert merchant" }), ["merchant"]);
  assert.deepEqual(pressed({ menu: "insert trader" }), ["trader"]);
  assert.deepEqual(pressed({ menu: "insert merchant" }, "route.b"), ["lift"]); // no piece goes there
  assert.deepEqual(pressed({ menu: "", asks: true }), [["trader", "merchant"]]);
});

test("nobody acts for a player that plays by itself, and nobody who only watches", () => {
  const open = scene([]);
  assert.ok(deedsOf(open));
  assert.equal(deedsOf({ ...open, hands: null }), null);
  assert.equal(deedsOf({ ...open, bench: { robots: { skills: { blue: "simple" } } } }), null);
  assert.ok(deedsOf({ ...open, bench: { robots: { skills: { red: "simple" } } } }));
});

test("a house means what may come into it, or what may be done with the piece there", () => {
  const offer = (text, house) => ({ text, right: "", entry: { type: text }, places: ["route.a", `route.a.${house}`] });
  const deeds = deedsOf(
    scene([offer("insert", "empty"), offer("displace", "red trader"), offer("lift", "blue trader")]),
  );
  const meant = (there) => deedsOfHouse(deeds, "route.a", there).map(({ text }) => text);
  assert.deepEqual(meant(null), ["insert"]);
  assert.deepEqual(meant("red trader"), ["displace"]);
  assert.deepEqual(meant("blue trader"), ["lift"]);
  assert.equal(meant("green trader").length, 3); // nothing is meant by it alone
});

test("where extra offices come all stand closer, within the plate", () => {
  const [, city] = BOARD.cities;
  for (const extra of [0, 1, 2, 3]) {
    const { plate, offices } = placeCity(WIDE, city, extra);
    assert.equal(offices.length, 3 + extra);
    for (const at of offices) {
      const box = boxAround(at, WIDE.office);
      assert.ok(box.x >= plate.x && box.x + box.width <= plate.x + plate.width, `${extra} extra`);
    }
  }
});

test("a word goes beside its spot, not onto anything", () => {
  const below = besideSpot(WIDE, [400, 200], "North", []);
  assert.ok(below && below[1] > 200);
  const taken = [boxAround(below, 20)];
  const elsewhere = besideSpot(WIDE, [400, 200], "North", taken);
  assert.ok(elsewhere && elsewhere[1] < 200);
  assert.ok(overlap(taken[0], boxAround(elsewhere, 12)) <= 0);
  assert.equal(besideSpot(WIDE, [400, 200], "North", [boxAround([400, 200], 500)]), null);
});

test("the last turn is shown where it was played, and the log has one line for each run of steps", () => {
  const row = (who, entry, turn = false) => ({ who, entry, turn, say: entry.type });
  const log = [
    row("blue", { type: "insert", route: "a-b" }, true),
    row("blue", { type: "end" }),
    row("red", { type: "displace", route: "stade-hamburg" }, true),
    row("blue", { type: "put", route: "c-d" }),
    row("red", { type: "office", city: "stade" }),
  ];
  const { routes, cities } = trailOf(log);
  assert.deepEqual([...routes].sort(), ["c-d", "stade-hamburg"]);
  assert.deepEqual([...cities], ["stade"]);
  assert.deepEqual(
    turnsOf(log).map(({ who, words }) => [who, words.map(({ number }) => number)]),
    [
      ["blue", [1, 2]],
      ["red", [3]],
      ["blue", [4]],
      ["red", [5]],
    ],
  );
});

test("a newcomer is told to end the turn once all actions are used", () => {
  const step = (actions, isMine = true) =>
    game.tourStep({ game: { phase: "actions", actions_left: actions }, bench: {} }, isMine);
  assert.equal(step(1), "tour.actions");
  assert.equal(step(0), "tour.end");
  assert.equal(step(0, false), null);
});
