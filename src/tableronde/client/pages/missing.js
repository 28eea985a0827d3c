// A page for what cannot be shown: not there, not yours, not yet, too much, or broken.

import { ringMark } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { read, say } from "../base/words.js";

const TITLES = { 403: "not yours", 404: "not found", 409: "not yet", 429: "too much", 500: "our fault", 503: "busy" };

/** Say so, and show the way home. */
export function show(main, { status, text }) {
  main.className = "missing-page";
  refill(
    main,
    ringMark(),
    h("h1", {}, say(TITLES[status] ?? "not so")),
    h("p", { class: "faint" }, read(text)),
    h("a", { class: "button primary", href: "/" }, say("all games")),
  );
}
