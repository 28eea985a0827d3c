// What the room itself says, in French and in English. What games say comes from the server.

import { SENTENCES } from "./sentences.js";

export const language = document.documentElement.lang === "fr" ? "fr" : "en";

/** A sentence of the room in the page's language, with values for `{0}`, `{1}`, … */
export function say(key, ...values) {
  const text = SENTENCES[key][language === "fr" ? 0 : 1];
  return values.reduce((sentence, value, i) => sentence.replace(`{${i}}`, value), text);
}

/** A sentence about so many things: of one alone it speaks in the singular, in French of none as well. */
export const sayMany = (key, number) => say(number === 1 || (number === 0 && language === "fr") ? `${key} one` : key, number);

/** A text that came in both languages, or in the page's already. */
export const read = (text) => (typeof text === "object" && text !== null ? text[language] : (text ?? ""));

/** Names in a row: "Ana, Bo and Chi". */
export const listed = (names) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
