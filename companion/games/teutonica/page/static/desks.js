// The desks: each player's abilities, supply, stock, markers, prestige and actions, and what is under way there.

/** @import { Pieces, TeutonicaPage, TeutonicaScene } from "./teutonica.js" */
/** @import { Deeds } from "./deeds.js" */

import { h, s, unseen } from "/static/dom.js";
import { deedsOf, whatIf } from "./deeds.js";
import {
  abilityIcon,
  coinIcon,
  markerToken,
  pieceIcon,
  PRIVILEGES,
  privilegeDots,
  seatSign,
  shapeOf,
} from "./signs.js";
import { robotName } from "/static/robots.js";
import { meant } from "/static/words.js";
import { named, t } from "./words.js";

// One's own desk first, then the others in the order of play.
/** @type {TeutonicaPage["drawSeats"]} */
export function drawSeats(scene) {
  const { players } = scene.board;
  const first = Math.max(0, players.indexOf(scene.mine ?? ""));
  const deeds = deedsOf(scene);
  return [...players.slice(first), ...players.slice(0, first)].map((player) => drawDesk(player, scene, deeds));
}

/** @type {(player: string, scene: TeutonicaScene, deeds: Deeds | null) => Element} */
function drawDesk(player, scene, deeds) {
  const { game, showScores, mine } = scene;
  const its = game.players[player];
  const isMover = game.mover === player;
  const has = isMover ? deeds : null;
  const state = [isMover && "mover", game.left.includes(player) && "left", player === mine && "mine"].filter(Boolean);
  return h(
    "article",
    {
      class: ["seat", `seat-${player}`, ...state].join(" "),
      "data-key": `seat-${player}`,
      "aria-current": isMover ? "true" : null,
    },
    h(
      "header",
      {},
      seatSign(player),
      h("div", { class: "who" }, h("h3", { title: game.names[player] }, game.names[player]), drawDoing(player, scene)),
      h(
        "span",
        { class: "laurels", title: t("prestige"), "data-sign": "prestige" },
        coinIcon(),
        h("span", { "data-float": `prestige ${player}` }, its.prestige),
        unseen(t("prestige")),
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
      { class: "tracks" },
      Object.keys(scene.board.tracks).map((ability) => drawTrack(player, ability, scene, has)),
    ),
    h(
      "div",
      { class: "pieces" },
      drawPile("supply", player, its.supply, has),
      drawPile("stock", player, its.stock, has),
      drawMarkers(player, scene, has),
    ),
  );
}

// What a player is about: the decision, what is in hand, the actions left; or how they play.
/** @type {(player: string, scene: TeutonicaScene) => Element} */
function drawDoing(player, { game, bench }) {
  const robot = bench?.robots.skills[player];
  const isMover = game.mover === player;
  const isActive = game.active === player;
  const hand = isMover ? (game.step?.hand ?? []) : [];
  const left = game.actions_left;
  return h(
    "small",
    {},
    isMover
      ? game.phase_name
      : game.left.includes(player)
        ? t("has left")
        : isActive
          ? t("has the turn")
          : robot
            ? robotName(robot, named)
            : " ",
    hand.map((kind) => pieceIcon(player, kind)),
    isActive &&
      left > 0 &&
      h(
        "span",
        { class: "actions", title: t("actions left") },
        // In the middle of an action there is room for their number only, next to what is asked.
        Array.from({ length: game.phase === "actions" ? Math.min(left, 9) : 0 }, () => h("i", { class: "pip" })),
        h("span", { class: "number" }, left),
        unseen(t("actions left")),
      ),
  );
}

/** @type {(element: HTMLElement, place: string, player: string, deeds: Deeds | null) => HTMLElement} */
function acting(element, place, player, deeds) {
  const here = deeds?.at(place) ?? [];
  if (!deeds || !here.length) return element;
  const does = here.length === 1 ? here[0].text : t("{count} choices", { count: here.length });
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("data-key", `${player}-${place}`);
  element.setAttribute("data-means", deeds.means);
  const move = whatIf(here);
  if (move) element.setAttribute("data-what-if", move);
  element.append(unseen(`: ${does}`));
  element.classList.add("acts");
  element.onclick = () => deeds.press(element, place);
  element.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    deeds.press(element, place);
  };
  return element;
}

// An ability: what it can do now, and one dot for each piece that has left its track.
/** @type {(player: string, ability: string, scene: TeutonicaScene, deeds: Deeds | null) => Element} */
function drawTrack(player, ability, scene, deeds) {
  const { board, game } = scene;
  const level = game.players[player].levels[ability];
  const highest = board.tracks[ability].length - 1;
  const value = board.tracks[ability][level];
  const told =
    ability === "privilege" ? named(`privilege.${PRIVILEGES[level]}`) : (value ?? t(meant("all cities", "all")));
  const track = h(
    "div",
    {
      class: `track${level === highest ? " full" : ""}`,
      title: `${named(`ability.${ability}`)}: ${told}`,
      "data-why": `ability.${player}.${ability}`,
      "data-sign": ability,
    },
    abilityIcon(ability),
    ability === "privilege"
      ? [privilegeSign(PRIVILEGES[level]), unseen(told)]
      : h("span", { class: "value" }, value ?? [h("span", { "aria-hidden": "true" }, "∞"), unseen(told)]),
    h(
      "span",
      { class: "levels", "aria-hidden": "true" },
      Array.from({ length: highest }, (_, index) => h("i", { class: index < level ? "level on" : "level" })),
    ),
    unseen(named(`ability.${ability}`)),
  );
  return acting(track, `ability.${ability}`, player, deeds);
}

/** @type {(privilege: string) => Element} */
const privilegeSign = (privilege) =>
  s(
    "svg",
    { viewBox: "-9 -9 18 18", class: `icon office ${privilege}`, "aria-hidden": "true" },
    shapeOf("trader", 16, { class: "print" }),
    privilegeDots(privilege, 16),
  );

// A piece of a pile and how many there are; with whoever decides, it can be dragged onto the map.
/** @type {(kind: "trader" | "merchant", many: number, player: string, deeds: Deeds | null) => Element} */
const carried = (kind, many, player, deeds) =>
  h(
    "span",
    { class: "heap", "data-carry": deeds && many > 0 ? kind : null },
    pieceIcon(player, kind),
    h("span", {}, many, unseen(named(`kind.${kind}`))),
  );

/** @type {(place: "supply" | "stock", player: string, pieces: Pieces, deeds: Deeds | null) => Element} */
function drawPile(place, player, { traders, merchants }, deeds) {
  const pile = h(
    "div",
    { class: `pile ${place}`, title: named(place), "data-why": `${place}.${player}`, "data-sign": place },
    h("span", { class: "what" }, named(place)),
    carried("trader", traders, player, deeds),
    carried("merchant", merchants, player, deeds),
  );
  return acting(pile, place, player, deeds);
}

// Markers face up, each kind once with its number; those used, face down; and replacements on the plate.
/** @type {(player: string, scene: TeutonicaScene, deeds: Deeds | null) => Element | null} */
function drawMarkers(player, scene, deeds) {
  const { game } = scene;
  const { markers, used, plate } = game.players[player];
  if (!markers.length && !used.length && !plate) return null;
  const kinds = [...new Set(markers)];
  /** @type {(many: number) => any} */
  const times = (many) => many > 1 && h("span", { class: "times" }, `×${many}`);
  return h(
    "div",
    { class: "markers" },
    kinds.map((kind) => {
      const many = markers.filter((each) => each === kind).length;
      const chip = h(
        "span",
        {
          class: "marker-chip",
          title: named(`marker.${kind}`),
          "data-why": `marker.${player}.${kind}`,
          "data-sign": `marker.${kind}`,
        },
        markerToken(kind),
        times(many),
        unseen(named(`marker.${kind}`)),
      );
      return acting(chip, `marker.${kind}`, player, deeds);
    }),
    h(
      "span",
      { class: "marker-sum", title: t("markers"), "aria-hidden": "true" },
      markerToken([...markers, ...used][0] ?? "plus_3_actions", !markers.length),
      h("span", { class: "times" }, markers.length + used.length),
    ),
    used.length > 0 &&
      h(
        "span",
        {
          class: "marker-chip",
          title: t("used markers, face down"),
          "data-why": `used.${player}`,
          "data-sign": "used",
        },
        markerToken(used[0], true),
        times(used.length),
        unseen(t("used markers, face down")),
      ),
    plate > 0 &&
      h(
        "span",
        { class: "marker-chip plate", title: t("on the plate"), "data-why": `plate.${player}`, "data-sign": "plate" },
        "◐",
        times(plate),
        unseen(t("on the plate")),
      ),
  );
}
