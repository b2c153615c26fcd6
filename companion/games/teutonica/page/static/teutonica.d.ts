// What the drawing of Hansa Teutonica describes for the page, as types.

import { Board, GamePage, LogRow, Scene, State } from "/static/contract.js";

export interface City {
  id: string;
  name: string;
  map: [number, number]; // from the left and from the top, 0 to 100
  ability: string | null;
  offices: { kind: string; privilege: string; coin: boolean }[];
}

export interface Side {
  side: string;
  cities: City[];
  routes: { id: string; ends: [string, string]; houses: number; tavern: boolean }[];
}

export interface TeutonicaBoard extends Board, Side {}

export interface Pieces {
  traders: number;
  merchants: number;
}

export interface Desk {
  prestige: number;
  supply: Pieces;
  stock: Pieces;
  markers: string[];
  used: string[];
  plate: number;
}

export interface TeutonicaState extends State {
  phase: string;
  active: string | null; // whose turn it is
  actions_left: number;
  routes: Record<string, (string | null)[]>;
  markers: Record<string, string>; // by route
  pile: number;
  offices: Record<string, { extra: string[]; spaces: (string | null)[] }>;
  coellen: Record<string, string | null>;
  completed: number;
  pawn_name: string | null;
  players: Record<string, Desk>;
  left: string[];
  scores: Record<string, Record<string, number>>;
  control: Record<string, string | null>; // by city
  marker_names: Record<string, string>;
  ability_names: Record<string, string>;
  ability_values: Record<string, Record<string, string>>;
}

export interface TeutonicaRow extends LogRow {
  who: string;
  turn: boolean; // a turn begins with it
  correction: boolean;
}

export type TeutonicaScene = Scene<TeutonicaBoard, TeutonicaState, TeutonicaRow>;
export type TeutonicaPage = GamePage<TeutonicaBoard, TeutonicaState, TeutonicaRow>;

export interface Sums {
  games: number;
  players: { player: string; games: number; wins: number; mean: number; sources: Record<string, number> }[];
}
