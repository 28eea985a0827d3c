// The levels of bots in words: what each is called, and what to expect of it.

import { language } from "./words.js";

const LEVELS = {
  random: ["au hasard", "random", "ne regarde rien", "looks at nothing"],
  greedy: ["débutant", "beginner", "prend ce qui brille", "takes what glitters"],
  search: ["réfléchi", "thoughtful", "cherche un peu plus loin", "looks a little further"],
  child: ["enfant", "child", "découvre le jeu", "discovers the game"],
  amateur: ["amateur", "amateur", "joue avec bon sens", "plays sensibly"],
  regular: ["habitué", "regular", "connaît les pièges", "knows the traps"],
  expert: ["expert", "expert", "se trompe rarement", "seldom goes wrong"],
  champion: ["champion", "champion", "a gagné des tournois", "has won tournaments"],
  virtuoso: ["virtuose", "virtuoso", "a appris tout seul", "has taught itself"],
  prodigy: ["prodige", "prodigy", "voit loin sans effort", "sees far without effort"],
  sage: ["sage", "sage", "pèse chaque coup", "weighs every move"],
  visionary: ["visionnaire", "visionary", "voit venir de loin", "sees it all coming"],
  oracle: ["oracle", "oracle", "devine où mène la partie", "foretells where the game leads"],
  master: ["maître", "master", "ne pardonne rien", "forgives nothing"],
  gentle: ["distrait", "absent-minded", "oublie vite", "soon forgets"],
  even: ["attentif", "attentive", "retient l’essentiel", "keeps the essentials"],
  sharp: ["redoutable", "formidable", "oublie rarement", "seldom forgets"],
  elephant: ["éléphant", "elephant", "n’oublie rien", "forgets nothing"],
};

/** A bot's level in words; a game may have levels the room has no word for. */
export const levelWords = (level) => LEVELS[level]?.[language === "fr" ? 0 : 1] ?? level;

/** The level with what to expect of it. */
export function levelStory(level) {
  const story = LEVELS[level]?.[language === "fr" ? 2 : 3];
  return story ? `${levelWords(level)} : ${story}`.replace(" :", language === "fr" ? " :" : ":") : level;
}

/** Levels to choose from, as pairs of level and words; those the room knows bear a number, since names alone do not say which is stronger. */
export const levelChoices = (levels) => levels.map((level, i) => [level, level in LEVELS ? `${i + 1}. ${levelStory(level)}` : level]);

/** The level to begin with, of those suggested: the weakest that looks at the board. */
export const usual = (levels) => levels.find((level) => level !== "random");
