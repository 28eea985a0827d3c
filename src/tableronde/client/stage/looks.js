// What theme words look like: fetched once per game, made by the server from the same themes that paint and print.

import { theme } from "../base/preferences.js";

let book = null;

/** Fetch the looks of a game. */
export async function loadLooks(game) {
  const answer = await fetch(`/looks/${game}.json`);
  book = await answer.json();
}

/** The look of a style in the theme worn now: each word over the ones before it. */
export function look(style = "") {
  const words = book.themes[theme()].looks;
  return Object.assign({}, book.plain, ...style.split(" ").map((word) => words[word]));
}

/** What a pattern draws on a cell of ten units. */
export const marks = () => book.marks;

/** The numbers by which all painters draw: as on the server. */
export const drawing = () => book.drawing;

/** The colour patterns are drawn in. */
export const patternInk = () => book.themes[theme()].ground;
