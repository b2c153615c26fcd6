// Where everything stands on our own map, as data: a wide one for desks and walls, and a small one to look over on a phone.
//
// Units are pixels of the smallest screen that a map is made for. A city is given by the middle of its plate. A route's
// houses stand in the middle of what is left between its two plates; `at` puts them elsewhere, `lies` turns them out of
// the road's direction (degrees), and `marker` says on which side of the road its marker lies (1 is to the right of
// whoever comes from the first-named city), or how far from the middle of the houses.

/**
 * @typedef {[number, number]} Point
 * @typedef {{at?: Point, lies?: number, marker?: number | Point}} RouteHint
 * @typedef {object} Layout
 * @property {string} name
 * @property {Point} size of the whole map
 * @property {number} font of names
 * @property {number} letters of a name that are shown
 * @property {number} house
 * @property {number} pitch from one house to the next
 * @property {number} office
 * @property {number} token the radius of a marker
 * @property {number} clear from the middle of the houses to that of a marker
 * @property {Record<string, Point>} cities
 * @property {Record<string, RouteHint>} routes those that need a hint
 * @property {Record<string, Point>} provinces where the pawn stands
 * @property {Point} table the middle of the prestige table
 * @property {Point} link where the link is told
 */

/** @type {Layout} */
export const WIDE = {
  name: "wide",
  size: [870, 474],
  font: 13.2,
  letters: 99,
  house: 16,
  pitch: 17.5,
  office: 17,
  token: 11,
  clear: 23,
  cities: {
    groningen: [62, 26],
    emden: [235, 26],
    stade: [425, 26],
    hamburg: [610, 30],
    luebeck: [806, 26],
    kampen: [50, 108],
    osnabrueck: [225, 178],
    bremen: [385, 108],
    lueneburg: [660, 160],
    perleberg: [815, 112],
    hannover: [520, 178],
    arnheim: [52, 250],
    muenster: [200, 250],
    minden: [350, 250],
    brunswiek: [612, 250],
    stendal: [812, 250],
    hildesheim: [505, 322],
    goslar: [668, 332],
    duisburg: [52, 366],
    dortmund: [195, 366],
    paderborn: [350, 366],
    magdeburg: [810, 366],
    quedlinburg: [600, 450],
    coellen: [50, 450],
    warburg: [215, 450],
    goettingen: [425, 450],
    halle: [815, 450],
  },
  routes: {
    "groningen-emden": { marker: 1 },
    "stade-hamburg": { marker: 1 },
    "hamburg-luebeck": { marker: 1 },
    "emden-stade": { marker: 1 },
    "bremen-hamburg": { at: [490, 82], lies: -19, marker: 1 },
    "paderborn-warburg": { marker: 1 },
  },
  provinces: {
    "north-west": [140, 92],
    north: [320, 82],
    "north-east": [716, 84],
    "upper-heath": [525, 112],
    "weser-triangle": [410, 160],
    "west-upper": [118, 205],
    "centre-west-upper": [300, 200],
    "west-lower": [125, 312],
    "centre-west-lower": [275, 312],
    "centre-east-upper": [520, 222],
    "east-upper": [738, 190],
    "centre-east-lower": [478, 288],
    "east-lower": [742, 300],
    "south-west": [171, 397.5],
    south: [446, 396],
    "south-east": [752, 404],
  },
  table: [62, 408],
  link: [556, 402],
};

/** @type {Layout} */
export const SMALL = {
  name: "small",
  size: [374, 240],
  font: 12.6,
  letters: 4,
  house: 7,
  pitch: 8,
  office: 8,
  token: 5.5,
  clear: 11.5,
  cities: {
    groningen: [26, 13],
    emden: [105, 13],
    stade: [185, 13],
    hamburg: [262, 15],
    luebeck: [346, 13],
    kampen: [25, 54],
    osnabrueck: [98, 90.5],
    bremen: [166, 55],
    lueneburg: [290, 85],
    perleberg: [348, 58],
    hannover: [228, 95],
    arnheim: [28, 125.5],
    muenster: [92, 125.5],
    minden: [155, 125.5],
    brunswiek: [264, 125.5],
    stendal: [346, 125.5],
    hildesheim: [220, 162],
    goslar: [290, 165.5],
    duisburg: [28, 186],
    dortmund: [92, 186],
    paderborn: [156, 186],
    magdeburg: [346, 182],
    quedlinburg: [238, 228],
    coellen: [26, 228],
    warburg: [94, 228],
    goettingen: [168, 228],
    halle: [308, 228],
  },
  routes: {
    "groningen-emden": { marker: 1 },
    "stade-hamburg": { marker: 1 },
    "hamburg-luebeck": { marker: 1 },
    "emden-stade": { marker: 1 },
    "bremen-hamburg": { at: [208, 41.5], lies: -24 },
    "bremen-hannover": { at: [197.5, 76], lies: 45 },
    "bremen-minden": { marker: 1 },
    "emden-osnabrueck": { marker: 1 },
    "paderborn-warburg": { marker: [-14, -4] },
    "goslar-quedlinburg": { marker: 1 },
  },
  provinces: {
    "north-west": [62, 47],
    north: [136, 43],
    "north-east": [310, 47],
    "upper-heath": [234, 63.5],
    "weser-triangle": [178, 83.5],
    "west-upper": [62, 97],
    "centre-west-upper": [130, 100],
    "west-lower": [60, 156.5],
    "centre-west-lower": [124, 156.5],
    "centre-east-upper": [234, 113],
    "east-upper": [316, 100],
    "centre-east-lower": [190, 147.5],
    "east-lower": [318, 147],
    "south-west": [80, 206],
    south: [212, 198.5],
    "south-east": [316, 202],
  },
  table: [26, 206],
  link: [0, 0],
};
