// Every sign of map and desks in words.

/** @import { Sign } from "/static/contract.js" */

import { s } from "/static/dom.js";
import { abilityIcon, coinIcon, markerToken, pieceIcon, privilegeDots, shapeOf } from "./signs.js";
import { named, t } from "./words.js";

/** @type {(...drawn: any[]) => SVGElement} */
const icon = (...drawn) => s("svg", { viewBox: "-9 -9 18 18", class: "icon", "aria-hidden": "true" }, drawn);
/** @type {(privilege: string, kind: string) => Element} */
const office = (privilege, kind) =>
  icon(s("g", { class: `office ${privilege}` }, shapeOf(kind, 15, { class: "print" }), privilegeDots(privilege, 15)));
const CHAIN = "M-8 0a4.4 4.4 0 0 1 9 0a4.4 4.4 0 0 1-9 0M-1 0a4.4 4.4 0 0 1 9 0a4.4 4.4 0 0 1-9 0";

/** @type {() => Sign[]} */
export const glossary = () => [
  {
    id: "keys",
    draw: () => abilityIcon("keys"),
    name: named("ability.keys"),
    says: t("Points for each office of your largest network at the end. Improved in Halle."),
  },
  {
    id: "actions",
    draw: () => abilityIcon("actions"),
    name: named("ability.actions"),
    says: t("How many actions you have in a turn. Improved in Göttingen."),
  },
  {
    id: "privilege",
    draw: () => abilityIcon("privilege"),
    name: named("ability.privilege"),
    says: t("The colours of offices that you may open: white, then orange, pink and black, too. Improved in Stade."),
  },
  {
    id: "book",
    draw: () => abilityIcon("book"),
    name: named("ability.book"),
    says: t("How many of your own pieces one action moves on the routes. Improved in Groningen."),
  },
  {
    id: "bags",
    draw: () => abilityIcon("bags"),
    name: named("ability.bags"),
    says: t("How many pieces an income brings from stock to supply. Improved in Lübeck."),
  },
  {
    id: "prestige",
    draw: coinIcon,
    name: named("score.prestige"),
    says: t("Points that you have already. An office with this sign brings one at once; twenty end the game."),
  },
  {
    id: "trader",
    draw: () => pieceIcon("blue", "trader"),
    name: named("kind.trader"),
    says: t("A cube. It fits square offices, and costs one more piece to displace."),
  },
  {
    id: "merchant",
    draw: () => pieceIcon("blue", "merchant"),
    name: named("kind.merchant"),
    says: t("A disc. It fits round offices, and costs two more pieces to displace."),
  },
  {
    id: "supply",
    draw: () => icon(shapeOf("trader", 8)),
    name: named("supply"),
    says: t("Your pieces that are ready: actions use these."),
  },
  {
    id: "stock",
    draw: () => icon(shapeOf("trader", 8, { class: "print" })),
    name: named("stock"),
    says: t("Your pieces that are not ready: income brings them to the supply."),
  },
  {
    id: "office",
    draw: () => office("orange", "trader"),
    name: t("office"),
    says: t(
      "Its shape says which piece it takes, its colour which privilege it asks for; each dot is one privilege more.",
    ),
  },
  {
    id: "link",
    draw: () => icon(s("path", { class: "chain", d: CHAIN })),
    name: t("link"),
    says: t("Whoever joins Arnheim and Stendal by offices gets these points, once: the first most."),
  },
  {
    id: "banner",
    draw: () => icon(s("path", { class: "print", d: "M-6-8H6V7L0 4L-6 7z" })),
    name: t("banner"),
    says: t("Who controls the city: two points at the end, and one whenever a route to it is established."),
  },
  ...[
    ["extra_office", t("An office more, to the left of the printed ones, when you establish a route.")],
    ["swap_offices", t("Two neighbouring offices of a city change places.")],
    ["plus_3_actions", t("Three actions more in this turn.")],
    ["plus_4_actions", t("Four actions more in this turn.")],
    ["improve_ability", t("Any ability is improved, wherever you are.")],
    ["remove_three", t("Up to three pieces go from routes back to their owners.")],
  ].map(([marker, says]) => ({
    id: `marker.${marker}`,
    draw: () => markerToken(marker),
    name: named(`marker.${marker}`),
    says,
  })),
  {
    id: "used",
    draw: () => markerToken("plus_3_actions", true),
    name: t("used markers, face down"),
    says: t("They do nothing more, but all your markers count at the end."),
  },
  {
    id: "plate",
    draw: () => icon(s("text", { y: 5, "text-anchor": "middle" }, "◐")),
    name: t("on the plate"),
    says: t("Markers that you put on routes at the end of your turn, for those that you took."),
  },
];
