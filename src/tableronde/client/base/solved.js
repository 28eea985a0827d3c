// The puzzles this device has solved, by game. Never leaves the browser.

import { prefer, preferred } from "./preferences.js";

/** The names of the puzzles solved. */
export const solved = (game) => new Set(preferred(`solved ${game}`).split(" ").filter(Boolean));

/** One more is solved. */
export const keepSolved = (game, id) => prefer(`solved ${game}`, [...solved(game).add(id)].join(" "));
