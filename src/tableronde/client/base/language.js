// The room's own texts in French and English. The texts of games come from the server.

import { STRINGS } from "./strings.js";

/** @typedef {keyof typeof STRINGS} Key */
/** @typedef {{ fr: string, en: string }} Text */

export const language = document.documentElement.lang === "fr" ? "fr" : "en";

/**
 * Return a text of the room in the page's language, with values for `{0}`, `{1}`, …
 * @param {string} key one of STRINGS
 * @param {(string | number)[]} values
 */
export function translate(key, ...values) {
  let sentence = STRINGS[/** @type {Key} */ (key)][language === "fr" ? 0 : 1];
  for (const [i, value] of values.entries()) sentence = sentence.replace(`{${i}}`, String(value));
  return sentence;
}

/**
 * Return a text about a number of things: singular for one, in French also for none.
 * @param {string} key
 * @param {number} number
 */
export const translateCount = (key, number) => translate(number === 1 || (number === 0 && language === "fr") ? `${key} one` : key, number);

/**
 * Return a text that came in both languages, or already in the page's, in the page's language.
 * @param {Text | string | null | undefined} text
 */
export const localize = (text) => (typeof text === "object" && text !== null ? text[language] : (text ?? ""));
