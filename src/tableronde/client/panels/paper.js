// The way to a game on paper.

import { h } from "../base/make.js";
import { read, say } from "../base/words.js";

/** A link to what can be printed. */
export const printLink = ({ title, print }) => h("a", { class: "print-link", href: print, "aria-label": `${say("print")} · ${read(title)}` }, say("print"));
