// Links to a game's lessons, puzzles, openings and print kit, with the progress on this device.

import { icon } from "../../base/icons.js";
import { progressOf } from "../../base/learned.js";
import { h } from "../../base/elements.js";
import { preferred } from "../../base/preferences.js";
import { solved } from "../../base/solved.js";
import { localize, translate } from "../../base/language.js";

/** @import { GamePages } from '../../types.d.ts' */

const KNOWN = 2; // games finished on this device after which the lessons are less prominent

/**
 * Create the link to the lessons: a button for newcomers, text for players who know the game; nothing if there are none.
 * A brief one is a word without a button.
 * @param {Pick<GamePages, "game" | "title" | "learn">} game
 */
export function lessonsLink({ game, title, learn }, brief = false) {
  if (!learn) return null;
  const { done, total } = progressOf(game);
  const played = preferred(`played ${game}`).split(" ").filter(Boolean).length;
  const isNew = played < KNOWN && !(total && done >= total);
  const words = translate(!done ? "learn" : done < total ? "learn on" : "learn over");
  const isButton = isNew && !brief;
  const properties = { class: isButton ? "button learn-link" : "learn-link", href: learn, "aria-label": `${words} · ${localize(title)}` };
  return h("a", properties, isButton && icon("learn"), brief ? translate("learn title") : words, done > 0 && done < total && bar(done, total));
}

/**
 * @param {number} done
 * @param {number} total
 */
const bar = (done, total) => h("progress", { value: done, max: total, "aria-label": translate("learn progress", done, total) });

/**
 * Create the link to the puzzles, with the number solved on this device; nothing if there are none.
 * @param {Pick<GamePages, "game" | "title" | "puzzles">} game
 */
export function puzzlesLink({ game, title, puzzles }, brief = false) {
  if (!puzzles) return null;
  const count = solved(game).size;
  const words = count ? `${translate("puzzles")} (${translate("puzzles solved", count)})` : translate("puzzles");
  return h("a", { class: "puzzles-link", href: puzzles, "aria-label": `${words} · ${localize(title)}` }, brief ? translate("puzzles") : words);
}

/**
 * Create the link to the rules; nothing if there are none.
 * @param {Pick<GamePages, "title" | "rules">} game
 */
export function rulesLink({ title, rules }) {
  if (!rules) return null;
  return h("a", { class: "rules-link", href: rules, "aria-label": `${translate("rules read")} · ${localize(title)}` }, translate("rules"));
}

/**
 * Create the link to the opening values; nothing if there are none.
 * @param {Pick<GamePages, "title" | "openings">} game
 */
export function openingsLink({ title, openings }) {
  if (!openings) return null;
  return h("a", { class: "openings-link", href: openings, "aria-label": `${translate("openings")} · ${localize(title)}` }, translate("openings"));
}

/**
 * Create the link to the print page.
 * @param {Pick<GamePages, "title" | "print">} game
 */
export const printLink = ({ title, print }) => h("a", { class: "print-link", href: print, "aria-label": `${translate("print")} · ${localize(title)}` }, translate("print"));
