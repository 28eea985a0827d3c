// The names of bot levels, and the default level.

import { equal } from "./equal.js";

Object.assign(globalThis, { document: { documentElement: { lang: "fr" } } });
const { describeLevel, levelChoices, levelName, nameLevels, usualLevel } = await import("../../src/tableronde/client/base/levels.js");

const ANY_GAME = ["random", "greedy", "search"]; // bots that play any game

nameLevels({
  random: { name: { fr: "au hasard", en: "random" }, text: { fr: "joue n’importe quoi", en: "plays any legal move" } },
  fox: { name: { fr: "renard", en: "fox" }, text: { fr: "flaire les pièges", en: "smells traps" } },
  plain: { name: { fr: "plain", en: "plain" }, text: null },
});

Deno.test("a level has the name and the description that the server sends", () => {
  equal(levelName("fox"), "renard");
  equal(["random", "fox"].map(describeLevel), ["au hasard : joue n’importe quoi", "renard : flaire les pièges"]);
});

Deno.test("levels of the game are numbered, also without a description; one added by the host is not", () =>
  equal(levelChoices(["fox", "plain", "mine"]), [
    ["fox", "1. renard : flaire les pièges"],
    ["plain", "2. plain"],
    ["mine", "mine"],
  ]));

Deno.test("a level without texts keeps its name", () => equal(["plain", "mine"].map(describeLevel), ["plain", "mine"]));

Deno.test("the default is the weakest level that is not random, and an added one only if there is no other", () => {
  equal(usualLevel([...ANY_GAME, "mine"]), "greedy");
  equal(usualLevel(["child", "master", "mine"]), "child");
});
