// What the drawing of Hansa Teutonica describes for the page, as types.

import { Board, Entry, GamePage, LogRow, Scene, State } from "/static/contract.js";

export interface Office {
  kind: "trader" | "merchant";
  privilege: string;
  coin: boolean;
}

export interface City {
  id: string;
  name: string;
  ability: string | null;
  offices: Office[];
}

export interface Route {
  id: string;
  ends: [string, string];
  houses: number;
  tavern: boolean;
}

export interface Side {
  side: string;
  cities: City[];
  routes: Route[];
  provinces: Record<string, string[]>; // the routes that border each, for two players
  soldiers: [string, string][]; // between two cities
  link: [string, string];
  link_points: number[]; // for the first who has it, the second and so on
  table: string; // the route whose merchants may go to the prestige table
  spaces: Record<string, string>; // of that table: the privilege that each takes
}

export interface TeutonicaBoard extends Board, Side {
  tracks: Record<string, (number | null)[]>; // what each ability can do, by level; null: all
  ends: { cities: number; prestige: number }; // so many of either end the game
  controlled: number; // points for control of a city
}

export interface Pieces {
  traders: number;
  merchants: number;
}

export interface Desk {
  prestige: number;
  supply: Pieces;
  stock: Pieces;
  levels: Record<string, number>;
  markers: string[];
  used: string[];
  plate: number;
}

/** A network of offices. */
export interface Network {
  offices: Record<string, number>; // by city
  worth: number; // points for each
}

/** What is under way, as far as it is public; which of these there are depends on the phase. */
export interface Step {
  route?: string;
  hand?: string[];
  extra?: number;
  owed?: number;
  displaced?: string;
  lifts_left?: number;
  taken?: string | null;
  left?: number;
  marker?: string;
}

export interface TeutonicaState extends State {
  phase: string;
  active: string | null; // whose turn it is
  actions_left: number;
  step: Step | null;
  routes: Record<string, (string | null)[]>; // such as `red merchant`, house by house
  markers: Record<string, string>; // by route
  pile: number;
  offices: Record<string, { extra: string[]; spaces: (string | null)[] }>;
  coellen: Record<string, string | null>; // who has each space of the table
  completed: number;
  links: string[]; // who has the link, in order
  pawn: string | null;
  players: Record<string, Desk>;
  left: string[];
  scores: Record<string, Record<string, number>>;
  control: Record<string, string | null>; // by city
  networks: Record<string, Network> | null; // the largest of each player, once the game is over
}

export interface TeutonicaRow extends LogRow {
  entry: Entry;
  turn: boolean; // a turn begins with it
  correction: boolean;
}

export type TeutonicaScene = Scene<TeutonicaBoard, TeutonicaState, TeutonicaRow>;
export type TeutonicaPage = GamePage<TeutonicaBoard, TeutonicaState, TeutonicaRow>;
