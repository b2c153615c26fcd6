import assert from "node:assert/strict";
import test from "node:test";
import { sentence } from "/static/words.js";

const PAGE = { ok: "OK", "games.won": "won by {players}", left: "{count} left", "left.one": "one left" };
const GAME = { goods: "goods", left: "{count} markers left" };

test("gaps are filled, and stay empty where nothing is told", () => {
  assert.equal(sentence([PAGE], "games.won", { players: "Gray" }), "won by Gray");
  assert.equal(sentence([PAGE], "games.won"), "won by ");
});

test("one thing is told as one", () => {
  assert.equal(sentence([PAGE], "left", { count: 1 }), "one left");
  assert.equal(sentence([PAGE], "left", { count: 2 }), "2 left");
});

test("a game says its own words first, and never half of each", () => {
  assert.equal(sentence([GAME, PAGE], "ok"), "OK");
  assert.equal(sentence([GAME, PAGE], "left", { count: 1 }), "1 markers left");
});

test("a word that nobody has is an error", () => {
  assert.throws(() => sentence([GAME, PAGE], "nothing"), /no words for nothing/);
});
