// What an option of a new table is before anybody has chosen.

import { language } from "../base/language.js";

/** @import { Implied, OptionData } from '../types.d.ts' */

/**
 * What an option is at first: its default. Where that leaves open in which language the game is played, the reader's own.
 * @param {OptionData} option
 * @param {Implied} implied
 */
export function initial({ name, words = [], default: usual }, implied) {
  const tongues = words.length > 0 && words.every((word) => word === "fr" || word === "en");
  return usual === null && tongues && words.includes(language) && implied?.[name] !== language ? language : usual;
}
