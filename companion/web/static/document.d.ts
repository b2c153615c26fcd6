// What the table tells the page: the sections of the live document, as types.

import { Bench, Board, LogRow, State } from "./contract.js";

export interface Line {
  text: string;
  right: string;
  place: string;
  section?: string; // the heading that it stands below, with the lines around it that have the same
  ticked?: boolean;
}

export interface Row {
  text: string;
  right: string;
  look: string;
  secret: boolean;
  bars?: number[];
  code?: string;
}

export interface Dialog {
  name: string;
  id: string;
  about: string;
  asker: string; // the client who asks this of another player; else empty
  paragraph: string; // of the rule book, that answers what is refused here; else empty
  kind: "menu" | "checklist" | "notice";
  title: [string, string];
  tone: string;
  rows: Row[];
  lines: Line[];
  cursor: number;
  at_heading?: boolean; // the small screen's cursor is at the heading of that line's section
}

export interface Panel {
  width: number;
  height: number;
  pages: string; // the panel's own bytes, in base 64
}

export interface Light {
  pattern: string;
  colour: string;
}

/** By id, what a character is called and what it says of itself. */
export type Characters = Record<string, { name: string; sentence: string }>;

/** The live document of a table. */
export interface Told {
  about: { game: string; languages: string[]; virtual: boolean; power: boolean; scores: boolean };
  revision: { game: string; number: number };
  table: {
    dialog: Dialog;
    at_home: boolean; // the game's own menu is shown, and nothing waits above it
    refusal: { reason: string; remedy: string; place: string } | null;
    faults: { source: string; title: string; reason: string; remedy: string }[];
    cardboard: boolean; // pieces lie somewhere, and hands keep them in order
    phones: boolean; // the players may let phones in
  };
  seats: Record<string, string>; // by player: `here`, `phone …`, `robot`, or `cardboard` for everybody at the table
  away: string[]; // the players whose phone is not there now
  // Who must answer the dialog; `may` are the clients who can, `*` for all, and `text` is what the others are told.
  decides: { player: string | null; may: string[]; text: string };
  take_back: string[]; // the clients who have something to take back
  ask_back: string[]; // those who may ask others to take back what these have decided since
  news: string[]; // of the last step, besides the log
  panel: Panel;
  asks_board: boolean;
  people: { names: Record<string, string>; robots: Record<string, string> }; // by colour; without a game, of the last one
  characters: Characters; // whom those may be like who think
  house_rules: { id: string; text: string; chosen: boolean }[]; // for the next game
  lamps: Record<string, Light>;
  board: Board;
  game: State | null; // null: nobody plays, and there is no board either
  unseen: Record<string, Record<string, string>>;
  log: LogRow[];
  plot: number[][]; // the scores after each step, in the order of the players
  bench?: Bench;
}

/** A game on the shelf, to somebody who may never have heard of it. */
export interface DoorGame {
  id: string;
  title: string;
  seats: number[]; // how many may play
  players: Record<string, string>; // what the seats are called, by colour
  skills: string[]; // of the companion, the weakest first
  levels: string[]; // those of them who think
  characters: Characters;
  lesson: boolean; // whether it can be learnt here
  cover: boolean; // whether it has a picture of its own
  house_rules: { id: string; text: string; chosen: boolean }[];
  author?: string; // this and what follows: where the game tells it
  year?: number;
  minutes?: [number, number];
  sentence?: string;
  rules?: [string, string][];
}

/** What `/api/door` tells. */
export interface Door {
  games: DoorGame[];
  unfinished: { game: string; id: string; title: string; begun: string } | null; // the newest that can go on
}

/** A row of `/api/games`. */
export interface Kept {
  id: string;
  game: string;
  created: string;
  entries: number;
  ended: boolean;
  trouble?: string;
  scores?: Record<string, number>;
  winners?: string[];
  over?: boolean;
  names?: Record<string, string>;
  robots?: Record<string, string>;
}

/** How a player, or all of one kind, fared. */
export interface Counted {
  games: number;
  wins: number;
  mean: number;
  best: number;
  sources: Record<string, number>; // points a game
}

/** What `/api/statistics` tells. */
export interface Sums {
  games: number;
  people: (Counted & { name: string })[];
  nameless: (Counted & { colour: string })[];
  robots: (Counted & { skill: string })[];
  seats: { seat: number; games: number; wins: number }[]; // from the start player on
  lengths: number[];
}
