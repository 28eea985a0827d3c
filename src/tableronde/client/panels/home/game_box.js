// A game's box with its title on the lid, and what is printed on its side: players, age, duration.

import { boxArt } from "./box_art.js";
import { icon } from "../../base/icons.js";
import { h } from "../../base/elements.js";
import { localize, translate } from "../../base/language.js";

/** @import { GameData } from '../../types.d.ts' */

const LONG = 22; // letters of a title that is written smaller

/**
 * Create a box: a link if it leads somewhere.
 * @param {Pick<GameData, "game" | "title" | "cover">} game
 * @param {"h1" | "h2"} heading
 * @param {string} [href]
 */
export function gameBox({ game, title, cover }, heading, href) {
  const words = localize(title);
  const lettering = h(heading, { class: words.length > LONG ? "lettering long" : "lettering" }, words);
  lettering.style.color = cover.ink;
  return h(href ? "a" : "div", { class: "lid", href }, boxArt(game), lettering);
}

/**
 * List the numbers of players, the age and the duration; what no booklet gives is marked as our estimate.
 * @param {Pick<GameData, "players" | "age" | "minutes" | "estimated">} game
 */
export function facts({ players, age, minutes, estimated }) {
  const [low, high] = [Math.min(...players), Math.max(...players)];
  /**
   * @param {string} name
   * @param {string} words
   * @param {string} spoken
   */
  const fact = (name, words, spoken) =>
    h("li", {}, icon(name), h("span", { "aria-hidden": "true" }, words), h("span", { class: "unseen" }, spoken));
  /**
   * @param {"age" | "minutes"} key
   * @param {string} name
   * @param {string} words
   * @param {string} spoken
   */
  const factOrEstimate = (key, name, words, spoken) => {
    if (!estimated.includes(key)) return fact(name, words, spoken);
    const item = fact(name, `≈ ${words}`, `${spoken} (${translate("estimate")})`);
    item.title = translate("estimate");
    return item;
  };
  const count = low === high ? `${low}` : `${low}–${high}`;
  return h(
    "ul",
    { class: "facts" },
    fact("people", count, translate("players count", count)),
    factOrEstimate("age", "person", translate("age brief", age), translate("age", age)),
    factOrEstimate("minutes", "clock", translate("minutes", minutes), translate("minutes", minutes)),
  );
}

/**
 * Who made the game, in one quiet line; nothing where the box does not say.
 * @param {Pick<GameData, "credits">} game
 */
export const creditsLine = ({ credits }) => credits && h("p", { class: "credits" }, localize(credits.line));
