// The levels of bots in words, and which of them one begins with.

import { equal } from "./equal.js";

Object.assign(globalThis, { document: { documentElement: { lang: "fr" } } });
const { levelChoices, levelStory, usual } = await import("../../src/tableronde/client/base/levels.js");

const ANY_GAME = ["random", "greedy", "search"]; // bots that play any game

Deno.test("a bot that plays any game says in a sentence what to expect of it", () => {
  equal(ANY_GAME.map(levelStory), ["au hasard : ne regarde rien", "débutant : prend ce qui brille", "réfléchi : cherche un peu plus loin"]);
});

Deno.test("levels to choose from are numbered; one the room has no word for is not", () =>
  equal(levelChoices(["child", "oracle", "mine"]), [
    ["child", "1. enfant : découvre le jeu"],
    ["oracle", "2. oracle : devine où mène la partie"],
    ["mine", "mine"],
  ]));

Deno.test("a level the room has no word for keeps its name", () => equal(levelStory("mine"), "mine"));

Deno.test("one begins with the weakest level that looks at the board, never with a guest where there is another", () => {
  equal(usual([...ANY_GAME, "mine"]), "greedy");
  equal(usual(["child", "master", "mine"]), "child");
});
