import assert from "node:assert/strict";
import test from "node:test";
import { parse } from "../../companion/games/hansa/page/static/goods.js";
import { game } from "../../companion/games/hansa/page/static/main.js";
import { turnsOf } from "../../companion/games/hansa/page/static/seats.js";
import { markerUses, shipAt, straysOf, tableActions, voyageOf } from "../../companion/games/hansa/page/static/table.js";

const BOARD = { players: ["gray", "white"], cities: [{ id: "riga", name: "Riga" }] };
const row = (who, say, turn = false) => ({ who, say, turn });

test("a marker is a colour and its barrels", () => {
  assert.deepEqual(parse("orange2"), { colour: "orange", barrels: 2 });
});

test("the log has one line a turn, and counts rounds from the start player", () => {
  const log = [
    row("gray", "place riga"),
    row("gray", "sail riga", true),
    row("gray", "end"),
    row("white", "end", true),
    row("gray", "end", true),
  ];
  const told = turnsOf(log, "gray").map(({ who, round, words }) => [who, round, words.map(({ say }) => say)]);
  assert.deepEqual(told, [
    ["gray", 0, ["place riga"]],
    ["gray", 1, ["sail riga", "end"]],
    ["white", 1, ["end"]],
    ["gray", 2, ["end"]],
  ]);
});

test("places are called by their city, with the number of a space", () => {
  assert.equal(game.placeName("city.riga", BOARD), "Riga");
  assert.equal(game.placeName("warehouse.riga.2", BOARD), "Riga 2");
  assert.equal(game.placeName("pile.3", BOARD), "3");
  assert.equal(game.placeName("city.nowhere", BOARD), "nowhere");
});

test("a booth is laid on another of its colour, and on anything else", () => {
  assert.equal(game.spareFor("booth.gray.3"), "booth.gray");
  assert.equal(game.spareFor("ship"), "booth.white");
});

test("the ship stands in a city, on the pad, or nowhere", () => {
  assert.equal(shipAt({ lying: { ship: "city.riga" } }), "riga");
  assert.equal(shipAt({ lying: { ship: "pad" } }), null);
  assert.equal(shipAt({ lying: {} }), null);
  assert.equal(shipAt(null), null);
});

test("a click sails, places or buys what the menu has, and nothing for those who watch", () => {
  const sail = { type: "sail", to: "riga" };
  const buy = { type: "buy", good: "blue1" };
  const moves = [];
  const hands = { means: "1 7", picked: null, move: (entry) => moves.push(entry), put: (...put) => moves.push(put) };
  const offers = [
    { text: "Sail to Riga", places: ["city.riga"], entry: sail },
    { text: "Buy blue 1", right: "2", places: ["warehouse.danzig.blue1"], entry: buy },
    { text: "More", places: ["city.danzig"], entry: null },
  ];
  const state = { offers };
  const scene = { board: BOARD, game: state, bench: null, hands };
  const { goes, buys } = tableActions(scene);
  goes("riga").action();
  assert.equal(goes("riga").label, "Sail to Riga");
  assert.equal(goes("danzig"), undefined);
  buys("danzig", "blue1").action();
  assert.equal(buys("riga", "blue1"), undefined);
  assert.deepEqual(moves, [sail, buy]);
  assert.deepEqual(Object.keys(tableActions({ ...scene, hands: null })), ["ship", "strays"]);
});

test("pieces lie astray where the game has none, or fewer", () => {
  const game_ = { players: { gray: { booths: { riga: 1 } }, white: { booths: {} } } };
  const lying = {
    ship: "city.riga",
    "booth.gray.1": "city.riga",
    "booth.gray.2": "city.riga",
    "booth.white.1": "city.riga",
    "booth.white.2": "pad",
    "marker.blue1.4": "city.riga",
  };
  assert.deepEqual(straysOf({ board: BOARD, game: game_, bench: { lying } }), {
    "booth.gray.2": "riga",
    "booth.white.1": "riga",
    "marker.blue1.4": "riga",
  });
});

test("a marker of one's own can pay booths, and be sold where its colour can", () => {
  const build = { type: "build", good: "blue1" };
  const done = [];
  const hands = { move: (entry) => done.push(entry), choose: (line) => done.push(line) };
  const offers = [
    { text: "Build: blue 1", right: "", places: ["hand.blue1"], entry: build },
    { text: "Sell…", right: "", places: ["hand.blue1", "hand.blue3"], entry: null },
    { text: "End the turn", right: "", places: [], entry: { type: "end" } },
  ];
  const scene = { game: { offers }, hands };
  for (const use of markerUses("blue1", scene)) use.action();
  assert.deepEqual(done, [build, 1]);
  assert.deepEqual(markerUses("pink1", scene), []);
  assert.deepEqual(markerUses("blue1", { ...scene, hands: null }), []);
});

test("the voyage is that of the turn last played", () => {
  const step = (who, sailed, acted, turn = false) => ({ who, sailed, acted, turn });
  const log = [
    step("gray", "danzig riga", null, true),
    step("white", null, null, true),
    step("white", "riga reval", null),
    step("white", null, "reval"),
    step("white", null, null),
  ];
  const { sailed, acted } = voyageOf(log);
  assert.deepEqual([...sailed], ["riga reval"]);
  assert.equal(acted, "reval");
  assert.equal(voyageOf([]).acted, null);
});

test("a newcomer is told what the phase asks, and that the ship stands elsewhere", () => {
  const bench = { lying: { ship: "city.riga" }, readers: ["pad", "city.riga"], robots: { deals: false } };
  const step = (state, isMine = true, more = {}) =>
    game.tourStep({ game: { ship: "riga", ...state }, bench: { ...bench, ...more } }, isMine);
  assert.equal(step({ phase: "fill" }, false), "tour.fill");
  assert.equal(step({ phase: "fill" }, false, { robots: { deals: true } }), "tour.deals");
  assert.equal(step({ phase: "actions" }, false), null);
  assert.equal(step({ phase: "actions" }), "tour.actions");
  assert.equal(step({ phase: "actions" }, true, { readers: ["pad"] }), "tour.actions.tap");
  assert.equal(step({ phase: "actions", acted: true }), "tour.end");
  assert.equal(step({ phase: "actions", ship: "danzig" }), "tour.astray");
  assert.equal(step({ phase: "over" }), null);
});
