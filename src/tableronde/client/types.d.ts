// Types of the client that are not messages: arguments of elements, and the data that the server writes into its pages.

import type { ChoicesReply, SceneReply, TextReply } from "./messages.d.ts";

export type Child = Node | string | boolean | null | undefined;
export type Children = Child | Children[];
export type Properties = Record<string, string | number | boolean | URL | null | undefined | ((event: never) => unknown)>;

/** A text in both languages, or in the page's already. */
export type AnyText = TextReply | string;

/** The name and description of bots, by level. */
export type LevelNames = Record<string, { name: TextReply; text: TextReply | null }>;

/** An option of a game, as a form needs it. */
export interface OptionData {
  name: string;
  kind: "bool" | "int" | "word" | "words";
  default: OptionValue;
  words: string[];
  names: Record<string, TextReply>;
  low: number | null;
  high: number | null;
  text: TextReply;
}

export type OptionValue = boolean | number | string | string[] | null | undefined;

/** The values of options left to the game; null if the game does not say. */
export type Implied = Record<string, OptionValue> | null;

export interface VariantData {
  name: string;
  title: TextReply;
  options: Record<string, OptionValue>;
  implied: Implied;
}

/** The pages of a game other than its tables. */
export interface GamePages {
  game: string;
  title: AnyText;
  rules: string | null;
  learn: string | null;
  puzzles: string | null;
  openings: string | null;
  print: string;
}

/** Who made a game, and the same in words, short and long. */
export interface CreditsData {
  authors: string[];
  illustrators: string[];
  others: string[];
  publisher: string;
  year: number | null;
  source: string;
  line: TextReply;
  text: TextReply;
}

/** A game on the shelf, and the data needed to open a table of it. */
export interface GameData extends GamePages {
  players: number[];
  blurb: TextReply;
  credits: CreditsData | null;
  age: number;
  minutes: number;
  /** Which of "age" and "minutes" are our estimate. */
  estimated: string[];
  cover: { picture: string; ink: string };
  private: boolean;
  tips: TextReply[];
  options: OptionData[];
  variants: VariantData[];
  implied?: Implied;
  advantage?: { seat: number; wins: number; fairer: Record<string, OptionValue> } | null;
  levels: string[];
  suggested: string[];
  level_names: LevelNames;
  seat_names: TextReply[];
}

/** A game's own page. */
export interface GamePageData extends GameData {
  goal: TextReply;
}

/** A table of the player. */
export interface MyTable {
  id: string;
  game: string;
  title: string;
  status: "waiting" | "playing" | "over";
  players: string[];
  mine: number[];
  url: string;
  text: string;
  yours: boolean;
  opened: number;
  at?: number;
  /** Of finished games: how it ended, who won, and the scores if the game has any. */
  result?: string;
  winners?: number[];
  scores?: number[];
}

export interface ShelfData {
  games: GameData[];
  tables: MyTable[];
  finished: MyTable[];
}

export interface TableData {
  id: string;
  game: string;
  title: string;
  level_names: LevelNames;
}

export interface PrintData {
  game: string;
  title: TextReply;
  rules: string | null;
  parts: string[];
  papers: string[];
  inks: string[];
  clearance: { value: number; most: number };
}

/** The request of the form to open a table. */
export interface TableOrder {
  game: string;
  players?: number;
  options?: Record<string, OptionValue>;
  seats: { kind: string; name?: string; level?: string }[];
  shuffle?: boolean;
  [setting: string]: unknown;
}


export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A place where two values differ. */
export interface Difference {
  path: string;
  left: Json | undefined;
  right: Json | undefined;
}

/** An error of an author's code, as `tableronde dev` shows it. */
export interface DevFault {
  kind: string;
  text: string;
  where: string;
  lines: { file: string; line: number; name: string; code: string }[];
}

/** The first event of a record that no longer fits the rules. */
export interface DevMisfit {
  event: number;
  actor: string;
  action: string;
  why: string;
  fault?: DevFault | null;
}

/** A seat at a position; its picture, or why there is none. */
export interface DevSeat {
  seat: number | null;
  name: string;
  acts: boolean;
  scene?: SceneReply;
  choices?: ChoicesReply;
  fault?: DevFault;
}

export interface DevPosition {
  ply?: number;
  plies?: number;
  to_act?: string[];
  outcome?: { winners: number[]; text: string } | null;
  seats?: DevSeat[];
  log?: { ply: number; actor: string; action: string; text: string }[];
  fault?: DevFault;
}

export interface DevCheck {
  status: "waiting" | "running" | "sound" | "fault";
  count?: { games: number; plies: number; positions: number };
  first?: string;
  record?: Json;
  advice?: string[];
  fault?: DevFault;
}

/** Everything the page of `tableronde dev` shows. */
export interface DevState {
  version: number;
  saved: number;
  game: { slug: string; players: number[]; levels: string[] } | null;
  fault: DevFault | null;
  misfit: DevMisfit | null;
  events: number;
  check: DevCheck;
  past: number;
  playing: boolean;
  position: DevPosition;
}

/** What a seat knows and may do, as data. */
export type DevData = Record<"view" | "facts" | "legal" | "tree", Json | undefined>;

export interface DevAnswer {
  record?: Json;
  plies?: number;
  misfit?: DevMisfit | null;
  seat?: DevSeat;
  why?: { text: string };
  refused?: string;
  fault?: DevFault;
}
