// Names of players in sentences. A name that is written from right to left is isolated, so that it does not turn the words around it.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
/** @type {Set<string>} */
const names = new Set();
/** @type {RegExp | null} */
let pattern = null;

/**
 * Remember names of people that sentences may mention.
 * @param {(string | null | undefined)[]} more
 */
export function rememberNames(more) {
  for (const name of more) if (name && RIGHT_TO_LEFT.test(name)) names.add(name);
  const longest = [...names].sort((one, other) => other.length - one.length);
  pattern = longest.length ? new RegExp(longest.map((name) => name.replace(SPECIAL, "\\$&")).join("|"), "g") : null;
}

/**
 * Return a name, isolated from the words around it.
 * @param {string} name
 */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Return a sentence in which the remembered names are isolated.
 * @param {string} text
 */
export const withNames = (text) => (pattern ? text.replace(pattern, isolated) : text);
