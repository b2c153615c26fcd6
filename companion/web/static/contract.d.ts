// What the page and a game's module have to do with each other, as types. PAGE.md tells it in sentences.
//
// A game's page folder is served below `/games/<id>/`. Its module `main.js` exports one value, `game`, a `GamePage`.

/** A sentence in English, as the catalogues know it. */
export type Sentence = { text: string; many?: string; meaning?: string };

/** Says a sentence in the language of the page, its gaps filled; `count` chooses between its forms. */
export type Say = (said: string | Sentence, details?: Record<string, unknown>) => string;

/** Says what has a key. */
export type Named = (key: string, details?: Record<string, unknown>) => string;

/** Sentences in a language, each by its meaning and its English text; one that counts in all its forms. */
export type Texts = Record<string, string | string[]>;

/** What `/words/<language>.json` tells; `forms`: which form is for which kind of number. */
export interface Catalogues {
  forms: Record<string, number>;
  page: Texts;
  games: Record<string, Texts>;
}

/** What may be put on the page. */
export type Drawn = Element | string | null | false;

/** An entry of a game: a move or a correction, as the game's own codec writes it. */
export type Entry = { type: string; [key: string]: any };

/** What does not change in a game, as the game's drawing describes it; only the players mean something to the page. */
export interface Board {
  players: string[];
}

/** A game at one moment, as the game's drawing describes it; the rest means something to its own module alone. */
export interface State {
  names: Record<string, string>; // what each player is called
  mover: string | null; // who decides
  phase_name: string; // what is to be decided
  winners: string[] | null; // null: it goes on
  last_round?: boolean;
  house_rules?: string[]; // those that this game is played with, by id; left out: none
  offers: Offer[]; // the likeliest first
  scores?: unknown; // left out where they are not shown
}

/** Something that can be done now, in words, and the places where a press means it; no entry: a dialog asks for more. */
export interface Offer {
  text: string;
  right: string;
  places: string[];
  entry: Entry | null;
}

/** One step for the log; the rest means something to the game's own module alone. */
export interface LogRow {
  who: string; // whose step it is
  say: string; // in the notation
  text: string; // in a sentence; empty where it is not worth one
  turn?: boolean; // a turn begins with it; left out: where another player's step does
}

/** The virtual table. */
export interface Bench {
  kit: string;
  readers: string[];
  lamps: string[];
  buttons: string[];
  lying: Record<string, string>; // piece: place
  points: boolean; // there is a wand, and spots to touch with it
  faults: { deaf: string[]; flapping: string[]; stacked: string[]; unplugged: boolean };
  robots: {
    skills: Record<string, string>;
    known: string[]; // who can play by itself, the weakest first
    levels: string[]; // those of them who think, and may have a character
    usual: string; // who does if nobody is named
    small: boolean; // there are some who think, and this machine is too small for it
    deals: boolean;
    pace: string;
    paces: string[];
    // The robot whose move is due, if it has waited for a while; if it thinks, how many positions it has looked at.
    waits: { player: string; reason: string; nodes: number; of: number } | null;
    at_once: { player: string; fault: string } | null; // who has just decided at once, and why it could not think
  };
}

/** One of several things that can be done with what was pressed. */
export interface Offered {
  text: string;
  right?: string;
  entry?: Entry; // the move that it makes: what that would change is told before
  action(): void;
}

/** What somebody who may play can do from the page. */
export interface Hands {
  means: string; // which moment a press is meant for: `data-means` of what can be pressed
  picked: string | null; // the piece in hand: a click on a place puts it there
  move(entry: Entry): void;
  choose: ((line: number) => void) | null; // a line of the game's own menu; null: something else is open
  menu: string; // the name of the table's open menu: a press on the map means what it lists, where that can be
  asks: boolean; // a press that could mean several moves asks which one, even where one of them is likelier
  offer(at: Element, title: string, choices: Offered[], clear?: Element[]): void; // a small menu next to what was pressed
  pick: ((piece: string) => void) | null; // at the virtual table, with its hardware in sight: take a piece in hand
  put(piece: string, place: string): void; // at the virtual table
  touch: ((spot: string) => void) | null; // at the virtual table with a wand, with its hardware in sight
}

/** What is drawn: a table that plays, a step of a game kept, or a table in the hub's close-up. */
export interface Scene<B extends Board = any, S extends State = any, R extends LogRow = any> {
  board: B;
  game: S;
  log: R[]; // up to the moment that is shown
  unseen: Record<string, Record<string, string>>; // place: kind of piece: how it is known to be there instead
  bench: Bench | null; // where there is a virtual table
  hands: Hands | null; // null: somebody who watches
  mine: string | null; // whose hand whoever looks has before them
  showScores: boolean;
  isNotation?: boolean; // the log as the game's records have it
  step?: number; // of a game kept: the one that is shown, counted from 1
  stepLink?: (step: number) => string; // where a step of a game kept can be seen
  isTall: boolean; // a screen for a tall map
}

/** What a game's module offers. All but `openBoardCheck` only draw: they return elements, and keep nothing. */
export interface GamePage<B extends Board = any, S extends State = any, R extends LogRow = any> {
  /** The map or whatever the pieces stand on; the words `data-piece` and `data-place` make pieces and places of it. */
  drawMap(scene: Scene<B, S, R>): Element;
  /** The map of a board while nobody plays; the board is as the game's `Boards` describe it. */
  drawEmptyMap(board: any, isTall: boolean): Element;
  /** One card for each player. */
  drawSeats(scene: Scene<B, S, R>): Element[];
  /** What else there is to know, one card each. */
  drawMore(scene: Scene<B, S, R>): Element[];
  /** What is entered on the page and on no dialog, such as what chance has brought; null: nothing now. */
  drawEntry(scene: Scene<B, S, R>): Drawn;
  /** The log. */
  drawLog(scene: Scene<B, S, R>): Element;
  /** The result of a game that is over, one card each; the first says who has won. */
  drawFinal(scene: Scene<B, S, R>): Element[];
  /** The board check, in a room of the page's; resolves to what draws it again when the screen has turned. */
  openBoardCheck(room: Element, options: BoardCheck): Promise<() => void>;
  /** The key of the sentence that helps a newcomer now; null: the page's own will do. */
  tourStep(scene: Scene<B, S, R>, isMine: boolean): string | null;
  /** What the page asks by a key, in the game's words: PAGE.md lists the keys. */
  named: Named;
  /** What a piece is called, or the kind of a piece. */
  pieceName(piece: string): string;
  /** A piece as it lies on the pad. */
  drawPiece(piece: string): Drawn;
  /** Every sign of map and seats in words; brought once somebody asks. `data-sign` has its id where it is drawn. */
  glossary?(): Promise<Sign[]>;
  /** Plays what was dragged from an element with `data-carry` onto one with `data-place`, in the scene it was taken in. */
  carry?(scene: Scene<B, S, R>, what: string, onto: Element, event: PointerEvent): void;
  /** What a place is called that has a reader or a lamp; the board is one of a game, or one while nobody plays. */
  placeName(place: string, board: any): string;
  /** The kind of a piece that can be laid on another one, to see what the companion makes of that. */
  spareFor(piece: string): string;
}

/** A sign, and what it means. */
export interface Sign {
  id: string;
  draw: () => Element;
  name: string;
  says: string;
}

export interface BoardCheck {
  mayControl: boolean;
  isTall: () => boolean;
  isFirst: boolean; // the companion asks, at its first start
}

/** A game that was brought to the page: its module and its looks in the document's head. */
export interface LoadedGame {
  id: string;
  page: GamePage;
}

/** What `/api/shelf` tells. */
export interface Shelf {
  game: string; // is played here
  games: Record<string, { title: string; seats: number[]; colours: string[]; drawn: boolean; rules: boolean }>;
}
