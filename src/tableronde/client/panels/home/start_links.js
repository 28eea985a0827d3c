// The two ways to start a game: against bots at once, or with friends.

import { playAtOnce } from "./open_table.js";
import { h } from "../../base/elements.js";
import { localize, translate } from "../../base/language.js";

/** @import { GameData } from '../../types.d.ts' */

/**
 * Create the button that starts a game against bots at once.
 * @param {GameData} game
 */
export function playButton(game) {
  const name = `${translate("play")} · ${localize(game.title)}`;
  const play = h("button", { class: "primary play", type: "button", "aria-label": name }, translate("play"));
  play.addEventListener("click", async () => {
    play.disabled = true;
    await playAtOnce(game);
    play.disabled = false;
  });
  return play;
}

/**
 * Create the link to the form, filled in for a game with friends.
 * @param {Pick<GameData, "game" | "title">} game
 */
export function friendsLink({ game, title }) {
  const name = `${translate("by link")} · ${localize(title)}`;
  return h("a", { class: "button friends", href: `/new/${game}?with=friends`, "aria-label": name }, translate("by link"));
}
