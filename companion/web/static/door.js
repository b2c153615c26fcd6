// The front door of a virtual table: a picture for each game, and the way from there to a game that is on.

/**
 * @import { DoorGame, Door, Told } from "./document.js"
 */

import { get } from "./api.js";
import { h, s } from "./dom.js";
import { order, place } from "./order.js";
import { drawCharacter, drawSkills, parted } from "./robots.js";
import { dress } from "./shelf.js";
import { store } from "./store.js";
import { language, meant, naming, say, t } from "./words.js";

const LONGEST = 20; // of a name
const USUAL = 3; // players

const levelName = naming(t, {
  random: say("at random"),
  simple: say("simple"),
  beginner: say("beginner"),
  easy: say("easy"),
  medium: say("medium"),
  hard: say("hard"),
  expert: say("expert"),
  best: say("best"),
});
const LEVELS = ["random", "simple", "beginner", "easy", "medium", "hard", "expert", "best"];
/** @type {(level: string) => string} */
const leveled = (level) => (LEVELS.includes(level) ? levelName(level) : level);

// --- what the server knows of the games ---

/** @type {{key: string, door: Door | null}} */
const known = { key: "", door: null };

// Asks again where another language is spoken, or another game could go on.
/** @type {(document_: Told, redraw: () => void) => Door | null} */
function knownDoor({ revision, game }, redraw) {
  const key = `${language} ${revision.game} ${Boolean(game)}`;
  if (known.key !== key) {
    known.key = key;
    get(`/api/door?lang=${language}`).then(
      (door) => {
        known.door = door;
        redraw();
      },
      () => (known.key = ""),
    );
  }
  return known.door;
}

// --- who is to play ---

const playing = () => t(meant("a game", "Play"));

/** @typedef {{players: number, who: string[], names: Record<string, string>, ticks: Set<string> | null}} Draft
 *    `who`: "me", "other", "phone", or the level of the companion, by seat */

/** @type {Map<string, Draft>} */
const drafts = new Map();

const mayPhone = () => Boolean(store.document?.table.phones);

/** @type {(game: DoorGame, who: string) => boolean} */
function isPlayable(game, who = "") {
  const { level, character } = parted(who);
  if (character) return game.levels.includes(level) && character in game.characters;
  return level === "phone" ? mayPhone() : ["me", "other", ...game.skills].includes(level);
}

// What was chosen the last time, as far as the game still has it; else a small table with one person.
/** @type {(game: DoorGame) => Draft} */
function draftOf(game) {
  const found = drafts.get(game.id);
  if (found) return found;
  // The best of those who decide at once: a first game waits for nobody, and every machine has such a player.
  const usual = game.skills.filter((skill) => !game.levels.includes(skill)).at(-1) ?? "other";
  const last = JSON.parse(localStorage.getItem(`seats.${game.id}`) ?? "{}");
  const players = game.seats.includes(last.players) ? last.players : game.seats.includes(USUAL) ? USUAL : game.seats[0];
  const who = Object.keys(game.players).map((_, seat) => {
    const before = last.who?.[seat];
    return isPlayable(game, before) ? before : seat ? usual : "me";
  });
  const draft = { players, who, names: {}, ticks: null };
  drafts.set(game.id, draft);
  return draft;
}

/** @type {(game: DoorGame, draft: Draft) => string[]} */
const seatsOf = (game, draft) => Object.keys(game.players).slice(0, draft.players);
// What was typed since the last game began, or else what they are called in the game that is at the table. Never kept
// in the draft: this may be drawn once more while a game with new names is about to begin.
/** @type {(game: DoorGame, draft: Draft, player: string) => string} */
const nameOf = (game, draft, player) =>
  draft.names[player] ?? (game.id === store.here.id ? (store.document?.people.names[player] ?? "") : "");
/** @type {(who: string) => boolean} */
const isPerson = (who) => who === "me" || who === "other" || who === "phone";

// Who plays, in a few words.
/** @type {(draft: Draft) => string} */
function summary({ players, who }) {
  const seated = who.slice(0, players);
  const people = seated.filter(isPerson).length;
  const levels = seated.filter((each) => !isPerson(each)).map((each) => parted(each).level);
  const level = new Set(levels).size === 1 ? ` (${leveled(levels[0])})` : "";
  return [
    people === 1 && seated.includes("me")
      ? t("you")
      : people && t(say("one person", "{count} people"), { count: people }),
    levels.length && t(say("the companion", "{count} companions"), { count: levels.length }) + level,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @type {(game: DoorGame) => {game: string, title: string, cover: boolean}} */
const chosen = ({ id, title, cover }) => ({ game: id, title, cover });

/** @type {(game: DoorGame) => void} */
function play(game) {
  const draft = draftOf(game);
  const seats = seatsOf(game, draft);
  const people = seats.filter((_, seat) => isPerson(draft.who[seat]));
  const robots = Object.fromEntries(
    seats.flatMap((player, seat) => (isPerson(draft.who[seat]) ? [] : [[player, draft.who[seat]]])),
  );
  const phones = seats.filter((_, seat) => draft.who[seat] === "phone");
  const names = Object.fromEntries(people.map((player) => [player, nameOf(game, draft, player).trim()]));
  const { game: on } = store.document ?? {};
  const isLost = game.id === store.here.id && on && !on.winners;
  if (isLost && !confirm(t("This game is not over. Give it up and begin another one?"))) return;
  localStorage.setItem(`seats.${game.id}`, JSON.stringify({ players: draft.players, who: draft.who }));
  const body = { players: draft.players, robots, names, phones, ...(draft.ticks && { house_rules: [...draft.ticks] }) };
  drafts.delete(game.id);
  place({ ...chosen(game), begin: body });
}

// --- how it looks ---

/** @type {(document_: Told, redraw: () => void) => Element} */
export function drawDoor(document_, redraw) {
  const coming = order();
  const door = knownDoor(document_, redraw);
  if (coming) {
    const { game: id, title, cover } = coming;
    return h(
      "div",
      { class: "door-waits", role: "status" },
      cover && drawCover({ id, title, cover, players: {} }),
      h("p", {}, t("Setting up {game}…", { game: title })),
    );
  }
  if (!door) return h("div", { class: "door-waits" });
  return h(
    "section",
    { class: "front-door", "aria-labelledby": "door-title" },
    h("h2", { id: "door-title" }, t("What shall we play?")),
    drawGoOn(document_, door),
    h(
      "div",
      { class: "doors" },
      door.games.map((game) => drawGame(game, redraw)),
    ),
  );
}

// The game that can go on, at one click.
/** @type {(document_: Told, door: Door) => Element | false} */
function drawGoOn({ game }, { games, unfinished }) {
  if (game && !game.winners) {
    const here = games.find(({ id }) => id === store.here.id);
    return h(
      "p",
      { class: "card go-on" },
      h("span", {}, t("{game} is being played at this table.", { game: here?.title })),
      h("a", { class: "chip primary", href: "#table", "data-key": "go-on" }, t("Go on")),
    );
  }
  if (!unfinished) return false;
  const { game: kind, id, title, begun } = unfinished;
  const cover = games.some((each) => each.id === kind && each.cover);
  const goOn = () => place({ game: kind, title, cover, game_id: id });
  return h(
    "p",
    { class: "card go-on" },
    h("span", {}, t("{game}, begun on {when}, is not over.", { game: title, when: begun })),
    h("button", { class: "primary", "data-key": "go-on", onclick: goOn }, t("Go on")),
  );
}

/** @type {(game: DoorGame, redraw: () => void) => Element} */
function drawGame(game, redraw) {
  const { id, title, seats, author, year, minutes, sentence } = game;
  const facts = [
    t("{from} to {to} players", { from: seats[0], to: seats.at(-1) }),
    minutes && t("{from} to {to} minutes", { from: minutes[0], to: minutes[1] }),
  ];
  return h(
    "article",
    { class: "card game", "data-game": id, "data-key": `game-${id}`, "aria-labelledby": `title-${id}` },
    h("div", { class: "cover-frame", onclick: () => play(game) }, drawCover(game)),
    h(
      "div",
      { class: "game-words" },
      h("h3", { id: `title-${id}` }, title, " ", author && h("small", {}, `${author}, ${year}`)),
      sentence && h("p", {}, sentence),
      h("p", { class: "hint" }, facts.filter(Boolean).join(" · ")),
    ),
    h(
      "div",
      { class: "ways" },
      h(
        "button",
        {
          class: "primary play",
          "data-key": `play-${id}`,
          "aria-label": `${playing()}: ${title}`,
          onclick: () => play(game),
        },
        playing(),
      ),
      drawSeating(game, redraw),
      h(
        "p",
        { class: "links" },
        game.lesson &&
          h("a", { class: "quiet", "data-key": `learn-${id}`, href: `#learn/${id}` }, t("Learn in five minutes")),
        game.rules &&
          h(
            "button",
            { class: "quiet", "data-key": `rules-${id}`, onclick: () => openRules(game) },
            t("Rules in short"),
          ),
        h(
          "button",
          { class: "quiet", "data-key": `own-${id}`, onclick: () => place({ ...chosen(game), own: true }) },
          t("At my own board"),
        ),
      ),
    ),
  );
}

// The game's own picture, in the page's light; or a plain one of its name and its colours.
/** @type {(game: {id: string, title: string, cover: boolean, players: Record<string, string>}) => Element} */
function drawCover({ id, title, cover, players }) {
  const held = { class: "cover", viewBox: "0 0 600 400", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" };
  if (cover) return s("svg", held, s("use", { href: `/games/${id}/cover.svg#cover` }));
  dress(id);
  const colours = Object.keys(players);
  const first = 300 - 22 * (colours.length - 1);
  return s(
    "svg",
    { ...held, class: "cover plain" },
    s("path", { class: "sheet", d: "M0 0H600V400H0Z" }),
    s("path", { class: "rim", d: "M14 14H586V386H14ZM22 22H578V378H22Z" }),
    s("text", { x: 300, y: 190 }, title),
    colours.map((player, seat) => s("circle", { class: `seat-${player}`, cx: first + 44 * seat, cy: 260, r: 15 })),
  );
}

/** @type {(game: DoorGame, redraw: () => void) => Element} */
function drawSeating(game, redraw) {
  const draft = draftOf(game);
  dress(game.id);
  /** @type {(count: number) => void} */
  const choose = (count) => {
    draft.players = count;
    redraw();
  };
  return h(
    "details",
    { class: "seating", "data-key": `seating-${game.id}` },
    h("summary", {}, t("{count} players", { count: draft.players }), ": ", summary(draft)),
    h(
      "div",
      { class: "how-many", role: "group", "aria-label": t("How many play?") },
      h("span", { "aria-hidden": "true" }, t("How many play?")),
      game.seats.map((count) =>
        h(
          "button",
          {
            class: "chip",
            "data-key": `count-${game.id}-${count}`,
            "aria-pressed": String(count === draft.players),
            onclick: () => choose(count),
          },
          count,
        ),
      ),
    ),
    seatsOf(game, draft).map((player, seat) => drawSeat(game, draft, player, seat, redraw)),
    drawHouseRules(game, draft, redraw),
  );
}

/** @type {(game: DoorGame, draft: Draft, player: string, seat: number, redraw: () => void) => Element} */
function drawSeat(game, draft, player, seat, redraw) {
  const name = game.players[player];
  const { level } = parted(draft.who[seat]);
  const choices = [
    ["me", t("me")],
    ["other", t("another person here")],
    ...(mayPhone() ? [["phone", t("another person, on a phone")]] : []),
  ];
  /** @type {(who: string, text: string) => Element} */
  const drawn = (who, text) => h("option", { value: who, selected: level === who }, text);
  /** @type {(who: string) => void} */
  const sit = (who) => {
    const before = draft.who.indexOf("me");
    if (who === "me" && before >= 0) draft.who[before] = draft.who[seat]; // there is one of me: we change places
    draft.who[seat] = who;
    redraw();
  };
  return h(
    "div",
    { class: "sits", "data-key": `sits-${player}` },
    h("span", { class: `sign seat-${player}`, "aria-hidden": "true" }),
    h("label", { for: `who-${game.id}-${player}` }, name),
    h(
      "select",
      { id: `who-${game.id}-${player}`, "data-key": `who-${player}`, onchange: (event) => sit(event.target.value) },
      choices.map(([who, text]) => drawn(who, text)),
      drawSkills(game.skills, game.levels, (skill) =>
        drawn(skill, t("the companion: {level}", { level: leveled(skill) })),
      ),
    ),
    game.levels.includes(level) && drawCharacter(draft.who[seat], game.characters, player, sit),
    isPerson(draft.who[seat]) &&
      h("input", {
        "aria-label": t("Name: {seat}", { seat: name }),
        "data-key": `called-${player}`,
        value: nameOf(game, draft, player),
        maxlength: LONGEST,
        placeholder: t("name, if you like"),
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => (draft.names[player] = event.target.value),
      }),
  );
}

/** @type {(game: DoorGame, draft: Draft, redraw: () => void) => Element | false} */
function drawHouseRules(game, draft, redraw) {
  const rules = game.house_rules;
  const ticks = draft.ticks ?? new Set(rules.filter((rule) => rule.chosen).map(({ id }) => id));
  /** @type {(id: string, isOn: boolean) => void} */
  const tick = (id, isOn) => {
    draft.ticks = new Set([...ticks].filter((each) => each !== id));
    if (isOn) draft.ticks.add(id);
    redraw();
  };
  return (
    rules.length > 0 &&
    h(
      "details",
      { class: "house-rules", "data-key": "house-rules" },
      h("summary", {}, t("House rules: {count}", { count: ticks.size || t("off") })),
      rules.map(({ id, text }) =>
        h(
          "label",
          {},
          h("input", {
            type: "checkbox",
            "data-key": `house-rule-${id}`,
            checked: ticks.has(id),
            onchange: (event) => tick(id, event.target.checked),
          }),
          h("span", {}, text),
        ),
      ),
    )
  );
}

/** @type {(game: DoorGame) => void} */
function openRules(game) {
  const { id, title, rules = [] } = game;
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "card rules", "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title", tabindex: "-1", autofocus: true }, title, " – ", t("Rules in short")),
    h(
      "dl",
      {},
      rules.map(([of, said]) => h("div", {}, h("dt", {}, of), h("dd", {}, said))),
    ),
    h(
      "div",
      { class: "bar" },
      h("button", { "data-key": "rules-close", onclick: close }, t("Close")),
      h(
        "button",
        {
          class: "primary",
          "data-key": `rules-play-${id}`,
          onclick: () => {
            close();
            play(game);
          },
        },
        playing(),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// What stands above a game that is set up at the players' own board.
/** @type {(document_: Told) => Element} */
export function drawOwn({ asks_board }) {
  return h(
    "section",
    { class: "card own-board" },
    h("h2", {}, t("At my own board")),
    h(
      "ol",
      {},
      h(
        "li",
        {},
        asks_board
          ? t("Compare the board below with yours, and put right what differs.")
          : h("a", { href: "#board" }, t("Board check")),
      ),
      h("li", {}, t("Seat everybody in the menu. Then play with your own pieces, and enter here what you do.")),
      h(
        "li",
        {},
        t(
          "A reader and tags on the pieces can do that for you: hansa-companion run --kit usb for a reader from a shop; the building guide has the other kits.",
        ),
      ),
    ),
  );
}
