// Every sign of map and seats in words.

/** @import { Sign } from "/static/contract.js" */

import { h, s } from "/static/dom.js";
import { tile } from "./goods.js";
import { booth } from "./seats.js";
import { t } from "./words.js";

/** @type {(...drawn: any[]) => SVGElement} */
const icon = (...drawn) => s("svg", { viewBox: "-12 -12 24 24", class: "icon", "aria-hidden": "true" }, drawn);

/** @type {() => Sign[]} */
export const glossary = () => [
  {
    id: "coin",
    draw: () => h("span", { class: "coin", "aria-hidden": "true" }),
    name: t("talers"),
    says: t("What sailing and buying cost. At the end of a turn three may be kept."),
  },
  {
    id: "booth",
    draw: () => booth("gray"),
    name: t("booths left"),
    says: t("Booths that do not stand in a city yet; building places them."),
  },
  {
    id: "marker",
    draw: () => s("svg", { viewBox: "-20 -20 40 40", class: "icon", "aria-hidden": "true" }, tile("blue2", 0, 0, 38)),
    name: t("goods"),
    says: t("The barrels say how many booths it builds; sold, it is worth one point more than that."),
  },
  {
    id: "crown",
    draw: () => icon(s("path", { class: "crown", d: "M-9 6l-2 -10l6 5l5 -8l5 8l6 -5l-2 10z" })),
    name: t("majority"),
    says: t("Whoever has the most booths in a city: they buy there for nothing, and others pay them."),
  },
  {
    id: "lit",
    draw: () => icon(s("circle", { r: 9, class: "halo" })),
    name: t("lit city"),
    says: t("A press there makes a move: the ship sails, or booths are placed."),
  },
  {
    id: "arrow",
    draw: () => icon(s("path", { d: "M-10 -8L9 0L-10 8L-5 0z" })),
    name: t("arrow"),
    says: t("The only way that the ship may go on this route, for one taler."),
  },
  {
    id: "pile",
    draw: () => icon(s("rect", { x: -7, y: -9, width: 14, height: 18, rx: 3 })),
    name: t("Supply piles"),
    says: t("Face-down markers that refill the warehouses; with the fifth pile the last round begins."),
  },
];
