// The puzzles this device has solved, by game. Never leaves the browser.

import { prefer, preferred } from "./preferences.js";

/**
 * Return the ids of the puzzles solved.
 * @param {string} game
 */
export const solved = (game) => new Set(preferred(`solved ${game}`).split(" ").filter(Boolean));

/**
 * Store that a puzzle is solved.
 * @param {string} game
 * @param {string} id
 */
export const keepSolved = (game, id) => prefer(`solved ${game}`, [...solved(game).add(id)].join(" "));
