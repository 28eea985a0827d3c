// The names and descriptions of bot levels, which the server sends for the page's game.

import { language, localize } from "./language.js";

/** @import { LevelNames } from '../types.d.ts' */

/** @type {LevelNames} */
let names = {};

/**
 * Set the names of levels.
 * @param {LevelNames} found
 */
export function nameLevels(found) {
  names = found;
}

/**
 * Return the name of a level; a bot added by the host is shown by its own name.
 * @param {string} level
 */
export const levelName = (level) => localize(names[level]?.name) || level;

/**
 * Return the level's name with its description, if it has one.
 * @param {string} level
 */
export function describeLevel(level) {
  const text = localize(names[level]?.text);
  return text ? `${levelName(level)}${language === "fr" ? " :" : ":"} ${text}` : levelName(level);
}

/**
 * Return levels to choose from, as pairs of level and text. The game's own have a number, because names do not say which is stronger.
 * @param {string[]} levels
 * @returns {[level: string, words: string][]}
 */
export const levelChoices = (levels) => levels.map((level, i) => [level, level in names ? `${i + 1}. ${describeLevel(level)}` : level]);

/**
 * Return the default of the suggested levels: the weakest that is not random.
 * @param {string[]} levels
 */
export const usualLevel = (levels) => levels.find((level) => level !== "random") ?? "";
