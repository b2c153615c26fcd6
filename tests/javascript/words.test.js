import assert from "node:assert/strict";
import test from "node:test";
import { meant, naming, say, sentence } from "/static/words.js";

const TWO = { one: 0, other: 1 };
const PAGE = { Log: "Logboek", "won by {players}": "gewonnen door {players}", off: "nee" };
const GAME = { "one left": ["één over", "{count} over"], "a lamp\u0004off": "uit" };
const LEFT = say("one left", "{count} left");

test("gaps are filled, and stay empty where nothing is told", () => {
  assert.equal(sentence(TWO, [PAGE], "won by {players}", { players: "Gray" }), "gewonnen door Gray");
  assert.equal(sentence(TWO, [PAGE], "won by {players}"), "gewonnen door ");
});

test("a sentence that counts has the forms of its catalogue", () => {
  assert.equal(sentence(TWO, [GAME], LEFT, { count: 1 }), "één over");
  assert.equal(sentence(TWO, [GAME], LEFT, { count: 2 }), "2 over");
  assert.equal(sentence({ one: 1, other: 0 }, [GAME], LEFT, { count: 2 }), "één over");
  assert.equal(sentence({ other: 1 }, [GAME], LEFT, { count: 1 }), "1 over");
});

test("what no catalogue has is said in English", () => {
  assert.equal(sentence(TWO, [{}, {}], "Log"), "Log");
  assert.equal(sentence(TWO, [], LEFT, { count: 1 }), "one left");
  assert.equal(sentence(TWO, [], LEFT, { count: 0 }), "0 left");
});

test("a game says its own words first", () => {
  assert.equal(sentence(TWO, [GAME, PAGE], "Log"), "Logboek");
  assert.equal(sentence(TWO, [{ Log: "Verslag" }, PAGE], "Log"), "Verslag");
});

test("the same text may mean two things", () => {
  assert.equal(sentence(TWO, [GAME, PAGE], "off"), "nee");
  assert.equal(sentence(TWO, [GAME, PAGE], meant("a lamp", "off")), "uit");
});

test("what has a key is said by it, and a key that nobody has is an error", () => {
  const named = naming((said) => sentence(TWO, [GAME], said), { lamp: meant("a lamp", "off") });
  assert.equal(named("lamp"), "uit");
  assert.throws(() => named("nothing"), /no words for nothing/);
});
