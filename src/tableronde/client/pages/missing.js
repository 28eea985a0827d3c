// A page for what is not there.

import { ringMark } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { read, say } from "../base/words.js";

/** Say so, and show the way home. */
export function show(main, { text }) {
  main.className = "missing-page";
  refill(
    main,
    ringMark(),
    h("h1", {}, say("not found")),
    h("p", { class: "faint" }, read(text)),
    h("a", { class: "button primary", href: "/" }, say("all games")),
  );
}
