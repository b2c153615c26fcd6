// What the hub tells its page, as types.

export interface Player {
  seat: string;
  name: string;
  is_named: boolean;
  points: number | null; // null: not shown before the end
}

export interface Refused {
  reason: string;
  remedy: string;
  age_s: number;
}

/** A table as it announces itself, and what the page adds to that. */
export interface Table {
  id: string;
  table: string; // what it is called
  game: string;
  game_id: string; // empty: none goes on
  revision: number;
  moved_s: number;
  round: number | null;
  is_last_round: boolean;
  phase: string;
  mover: string | null;
  players: Player[];
  winners: string[] | null;
  refusals: Refused[];
  trouble: { text: string; age_s: number } | null;
  faults: { source: string; reason: string; remedy: string }[];
  calls: boolean;
  stale: boolean; // not heard for a while
  help: string[]; // why somebody should go there
  at: number; // when it was told, by the browser's clock
  before?: Record<string, number | null>; // points by seat, as told before
}

export interface Standing {
  name: string;
  table: string;
  games: number;
  wins: number;
  points: number;
  best: number;
}

/** How the evening stands in one game. */
export interface Ranking {
  game: string;
  title: string;
  games: number;
  people: number;
  rows: Standing[]; // the first of them
}

export interface Evening {
  games: number;
  rankings: Ranking[];
}

/** What has changed; no list of tables: all have. */
export interface Changes {
  tables: string[] | null;
  evening: boolean;
}

/** What is open: it is told of changes, and of every second. */
export interface View {
  update(changes: Changes): void;
  tick?(): void;
}
