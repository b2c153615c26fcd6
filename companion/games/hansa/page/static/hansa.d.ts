// What Hansa's drawing describes for the page, as types.

import { Board, Entry, GamePage, LogRow, Scene, State } from "/static/contract.js";

export interface City {
  id: string;
  name: string;
  number: number;
  spaces: number;
  routes: string[];
  map: [number, number]; // from the left and from the top, 0 to 100
  guesses?: string[]; // what is not known for certain; of a board that is checked
}

export interface Map {
  start: string;
  cities: City[];
}

export interface HansaBoard extends Board, Map {
  goods: string[]; // colours in play
  markers: string[]; // each kind there is
  full_pile: number; // markers in the largest pile of a full game, at its start
}

export interface Holdings {
  talers: number;
  booths: Record<string, number>; // by city
  booths_left: number;
  goods: string[];
  sold: string[];
}

export interface Score {
  unsold: number;
  sold: number;
  cities: number;
  total: number;
  booths: number; // decides a tie
}

export interface HansaState extends State {
  phase: string;
  ship: string; // the city where it is
  start: string; // the player who began
  acted: boolean; // in the ship's city, in this turn
  players: Record<string, Holdings>;
  left: string[]; // players who have gone
  scores: Record<string, Score>;
  warehouses: Record<string, (string | null)[]>; // by city, space by space
  majority: Record<string, string | null>; // by city
  city_points: Record<string, Record<string, number>>; // by city and player, as if the game ended now
  lit: string[]; // the cities that a move leads to
  ledger: { text: string; right: string }[];
  piles: number[];
  pile_in_use: number | null;
  bank: number;
  goods_in_play?: string[];
  fill: { city: string; space: number; kinds: Record<string, number> } | null; // where the next marker goes
}

export interface HansaRow extends LogRow {
  entry: Entry;
  city: string; // where it was done; of a trip, where it began
  sailed: string | null; // the route, `from to`
  acted: string | null; // the city where something was done
  turn: boolean; // a turn begins with it
  correction: boolean;
}

export type HansaScene = Scene<HansaBoard, HansaState, HansaRow>;
export type HansaPage = GamePage<HansaBoard, HansaState, HansaRow>;
