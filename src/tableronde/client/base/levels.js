// The levels of bots in words.

import { language } from "./words.js";

const LEVELS = {
  random: ["au hasard", "random"],
  greedy: ["débutant", "beginner"],
  search: ["réfléchi", "thoughtful"],
  gentle: ["doux", "gentle"],
  even: ["égal", "even"],
  sharp: ["fin", "sharp"],
  child: ["enfant", "child"],
  amateur: ["amateur", "amateur"],
  regular: ["habitué", "regular"],
  expert: ["expert", "expert"],
  master: ["maître", "master"],
  elephant: ["mémoire d’éléphant", "an elephant’s memory"],
};

/** A bot's level in words; a game may have levels the room has no word for. */
export const levelWords = (level) => LEVELS[level]?.[language === "fr" ? 0 : 1] ?? level;

/** The level to begin with: the weakest of the game's own, after the three that every game has. */
export const usual = (levels) => levels[3] ?? levels[1];
