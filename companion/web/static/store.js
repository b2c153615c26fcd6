// What every part of the page shares: the live document, who this browser is, and its own settings.

/**
 * @import { LoadedGame, Shelf } from "./contract.js"
 * @import { Told } from "./document.js"
 */

export const store = {
  /** @type {Told | null} */
  document: null, // as told by the table
  /** @type {Shelf} */
  shelf: { game: "", games: {} }, // the games there are
  /** @type {LoadedGame} */
  here: /** @type {any} */ (null), // the game that is played here; there before anything is drawn
  /** @type {any} */
  board: null, // as the board file has it, for while nobody plays
  me: { may_control: false, paired: false, open: false, asks: "" }, // `asks`: by what the table knows this browser
  /** @type {{player: string} | null} */
  joined: null, // what came of the code that was scanned
  invites: false, // whether codes are to be shown once the game has begun
  /** @type {string | null} */
  picked: null, // the piece in hand at the virtual table
  // As this browser has chosen, else as the table is configured: a screen for all gives nothing away by itself.
  get showScores() {
    return (localStorage.getItem("scores") ?? (this.document?.about.scores === false ? "hidden" : "shown")) === "shown";
  },
  hardware: localStorage.getItem("hardware") === "open", // the drawer with screen, buttons, pad and lamps
  room: "table", // which page of ours is open, by the address
  redraw: () => {}, // draws what is open
  isNotation: localStorage.getItem("log") === "notation", // the log as the game's records have it
  speaks: localStorage.getItem("speaks") === "yes",
};

// Whether this browser is among the clients that may do something.
/** @type {(may: string[]) => boolean} */
export const isAmong = (may) => store.me.may_control && (may.includes("*") || may.includes(store.me.asks));

// Whether what the table asks now is for this browser to answer.
/** @type {(document_: Told) => boolean} */
export const isAsked = ({ decides }) => isAmong(decides.may);

// The seats of whoever looks.
/** @type {(document_: Told) => string[]} */
export const ownSeats = ({ seats }) => Object.keys(seats).filter((player) => seats[player] === store.me.asks);

/** @type {(key: string, value: string) => void} */
export function keep(key, value) {
  localStorage.setItem(key, value);
}

export const isTall = () => matchMedia("(max-width: 760px)").matches;
