import assert from "node:assert/strict";
import test from "node:test";
import { turnsOf } from "/static/chronicle.js";
import { countedAt, lasts } from "/static/counting.js";
import { beginsSection } from "/static/dialog.js";
import { kindsIn } from "/static/games.js";
import { changed, Live } from "/static/live.js";
import { waysOf } from "/static/moving.js";
import { spread } from "/static/plot.js";
import { isWaiting, sent, watchPresses } from "/static/sent.js";
import { store } from "/static/store.js";
import { tourStep } from "/static/tour.js";
import { leavesOf, ranked } from "/static/tv.js";

test("a section grows at its end, changes in parts, or is another one", () => {
  assert.deepEqual(changed([1, 2, 3], { keep: 2, add: [9] }), [1, 2, 9]);
  assert.deepEqual(changed({ a: 1, b: 2 }, { merge: { b: 3, c: 4 }, drop: ["a"] }), { b: 3, c: 4 });
  assert.deepEqual(changed({ a: 1 }, { b: 2 }), { b: 2 });
  assert.equal(changed([1], null), null);
});

test("three seconds without a sign of life show, and twelve are a line that is cut off", () => {
  const live = new Live(
    () => {},
    () => {},
  );
  /** @type {(seconds: number) => string} */
  const after = (seconds) => {
    live.heardAt = performance.now() - 1000 * seconds;
    live.look();
    return live.status;
  };
  live.status = "live";
  assert.equal(after(2.5), "live");
  assert.equal(after(3.5), "quiet");
  assert.equal(live.silentSeconds, 3);
  assert.equal(after(12.5), "stale");
});

test("a press is marked at once, then waits, and is done when the table has answered", async () => {
  const marks = [];
  const button = {
    closest: () => button,
    setAttribute: (_, mark) => marks.push(mark),
    removeAttribute: () => marks.push("none"),
  };
  const heard = {};
  let told = () => {};
  watchPresses({ addEventListener: (kind, take) => (heard[kind] = take) }, () => told());
  heard.click({ target: button, timeStamp: performance.now() });
  /** @type {(answer: string) => void} */
  let answer = () => {};
  const asked = sent(new Promise((resolve) => (answer = resolve)));
  assert.deepEqual(marks, ["taken"]);
  await new Promise((resolve) => (told = resolve));
  assert.equal(isWaiting(), true);
  assert.deepEqual(marks, ["taken", "waits"]);
  answer("kept");
  assert.equal(await asked, "kept");
  assert.equal(isWaiting(), false);
});

test("a piece goes from place to place, comes from nowhere or leaves", () => {
  /** @type {(...places: [string, string[]][]) => Map<string, string[]>} */
  const lying = (...places) => new Map(places);
  const before = lying(["riga", ["seat-gray", "seat-gray"]], ["reval", ["good-blue"]], ["danzig", []]);
  assert.deepEqual(waysOf(before, before), []);
  const moved = lying(["riga", ["seat-gray"]], ["reval", ["good-blue"]], ["danzig", ["seat-gray"]]);
  assert.deepEqual(waysOf(before, moved), [{ what: "seat-gray", from: "riga", to: "danzig" }]);
  const traded = lying(["riga", ["seat-gray", "seat-gray", "seat-white"]], ["reval", []], ["danzig", []]);
  assert.deepEqual(waysOf(before, traded), [
    { what: "seat-white", from: null, to: "riga" },
    { what: "good-blue", from: "reval", to: null },
  ]);
});

test("labels keep apart, and above the lowest place", () => {
  assert.deepEqual(spread([10, 50, 12], 16, 100), [10, 50, 26]);
  assert.deepEqual(spread([95, 96], 16, 100), [84, 100]);
  assert.deepEqual(spread([], 16, 100), []);
});

test("a list of games tells its kinds in the order of the shelf, and none that nobody knows", () => {
  const shelf = { games: { first: {}, second: {}, third: {} } };
  const games = ["third", "first", "lost", "third"].map((game) => ({ game }));
  assert.deepEqual(kindsIn(games, shelf), ["first", "third"]);
});

test("a newcomer is led by the page, and by the game where it knows better", () => {
  const bench = { robots: { skills: { blue: "random" } } };
  const table = { dialog: { kind: "menu" } };
  const notice = (tone, cardboard = true) => ({ dialog: { kind: "notice", tone }, cardboard });
  const scene = (mover, winners = null) => ({ game: { mover, winners } });
  const silent = { tourStep: () => null };
  const decides = (mover) => ({ may: mover === "red" ? ["here"] : [] });
  store.me = { may_control: true, asks: "here" };
  const step = (document_, shown, page = silent) =>
    tourStep({ bench, table, decides: decides(shown?.game.mover), ...document_ }, shown, page);
  assert.equal(step({ bench: undefined }, null), null);
  assert.equal(step({}, null), null);
  assert.equal(step({ table: notice("refusal") }, scene("red")), "tour.notice"); // the notice says what is refused
  assert.equal(step({ table: notice("plain") }, scene("red")), "tour.notice");
  assert.equal(step({ table: notice("plain", false) }, scene("red")), "tour.told");
  assert.equal(step({}, scene("red")), null);
  assert.equal(step({}, scene("blue")), "tour.wait");
  assert.equal(step({}, scene(null, ["red"])), "tour.over");
  const page = { tourStep: (_, isMine) => (isMine ? "mine" : "theirs") };
  assert.equal(step({}, scene("red"), page), "mine");
  assert.equal(step({}, scene("blue"), page), "theirs");
});

test("a heading stands before the first line of a section, and before no line without one", () => {
  const lines = ["Reef", "Reef", "", "Shore", "Reef"].map((section) => ({ section }));
  const dialog = { lines: [...lines, {}] };
  const headed = dialog.lines.map((_, index) => beginsSection(dialog, index));
  assert.deepEqual(headed, [true, false, false, true, true, false]);
});

test("the wall turns between what there is to see, and whoever has most points comes first", () => {
  assert.deepEqual(leavesOf(null), ["map"]);
  assert.deepEqual(leavesOf({ game: { winners: ["red"] } }), ["final", "map", "scores"]);
  assert.deepEqual(leavesOf({ game: { winners: ["red"] } }, true), ["final", "more", "map", "scores"]);
  assert.deepEqual(leavesOf({ game: { winners: null } }), ["map", "scores", "moves"]);
  const order = ranked(["red", "blue", "green"], [3, 9, 3]).map(({ player }) => player);
  assert.deepEqual(order, ["blue", "red", "green"]);
  assert.equal(ranked(["red"], undefined)[0].points, 0);
});

test("what happened is told turn by turn, in its order", () => {
  /** @type {(step: number, who: string, begins?: boolean) => any} */
  const said = (step, who, begins = false) => ({ step, who, begins, text: `${who} ${step}` });
  const told = [said(1, "red"), said(2, "red"), said(3, "blue", true), said(4, "blue"), said(5, "blue", true)];
  const steps = turnsOf(told).map((turn) => turn.map(({ step }) => step));
  assert.deepEqual(steps, [[1, 2], [3, 4], [5]]);
  assert.deepEqual(turnsOf([]), []);
});

test("a result is counted up one source after the other, and ends at what it is", () => {
  const columns = [
    [4, 0],
    [10, 20],
  ];
  assert.deepEqual(countedAt(columns, 0).sums, [0, 0]);
  const half = countedAt(columns, lasts(1));
  assert.deepEqual(half.parts, [
    [4, 0],
    [0, 0],
  ]);
  assert.deepEqual(countedAt(columns, lasts(2)), { parts: columns, sums: [14, 20] });
  assert.deepEqual(countedAt([], Infinity).sums, []);
});
