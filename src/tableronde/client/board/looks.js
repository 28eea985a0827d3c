// The looks of style words: fetched once for each game, made by the server from the themes used to paint and print.
// They include the server's constants of drawing and layout.

import { theme } from "../base/preferences.js";

/**
 * @typedef {object} Look
 * @property {string} fill
 * @property {string} stroke
 * @property {string} pattern
 * @property {string} font
 * @property {string} anchor
 * @property {number} width
 * @property {number} opacity
 * @property {string} [ink]
 * @property {boolean} [bold]
 * @property {boolean} [dash]
 */

/** @typedef {Record<"cell" | "grain" | "pen" | "tint" | "alone" | "baseline" | "dash" | "gap", number>} Drawing */

/**
 * The constants of the layout, which `render/layout.py` explains.
 * @typedef {object} LayoutNumbers
 * @property {string[]} roles
 * @property {number} text
 * @property {number} tight
 * @property {number} across
 * @property {number} finger
 * @property {Record<string, number>} low
 * @property {Record<string, number>} high
 * @property {Record<string, number>} weight
 * @property {number} asked
 * @property {number} board
 * @property {number} small
 * @property {number} least
 * @property {number} keep
 * @property {number[]} enough
 * @property {number} lanes
 * @property {number[]} shares
 * @property {string[]} stages
 * @property {string[]} scarce
 * @property {string[]} open
 * @property {{ gap: number, title: number, tabs: number }} measures in CSS pixels
 */

/** @typedef {{ motion: string, shapes: import("./picture.js").Shape[] }} Celebration */

/**
 * @typedef {object} Book
 * @property {Look} plain
 * @property {Record<string, string>} marks
 * @property {Drawing} drawing
 * @property {LayoutNumbers} layout
 * @property {Celebration} celebration
 * @property {Record<string, { ground: string, looks: Record<string, Partial<Look>> }>} themes
 */

/** @type {Book} */
let book;

/**
 * Fetch the looks of a game.
 * @param {string} game
 */
export async function loadLooks(game) {
  const answer = await fetch(`/looks/${game}.json`);
  book = await answer.json();
}

/** Return the look of a style in the current theme: each word overrides those before it. */
export function look(style = "") {
  const words = book.themes[theme()].looks;
  return /** @type {Look} */ (Object.assign({}, book.plain, ...style.split(" ").map((word) => words[word])));
}

/** Return the paths of patterns on a cell of ten units. */
export const marks = () => book.marks;

/** Return the constants of drawing, the same as on the server. */
export const drawing = () => book.drawing;

/** Return the constants of the layout, the same as on the server. */
export const layoutNumbers = () => book.layout;

/** Return the colour of patterns. */
export const patternInk = () => book.themes[theme()].ground;

/** Return what the game's pieces do when a game has ended. */
export const celebration = () => book.celebration;
