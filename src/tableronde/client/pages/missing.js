// The error page: not found, not allowed, too early, too many requests, or broken.

import { ringMark } from "../base/icons.js";
import { h, refill } from "../base/elements.js";
import { localize, translate } from "../base/language.js";

/** @import { AnyText } from '../types.d.ts' */

/** @type {Record<number, string>} */
const TITLES = { 403: "not yours", 404: "not found", 409: "not yet", 429: "too much", 500: "our fault", 503: "busy" };

/**
 * Show the error and a link to the shelf.
 * @param {HTMLElement} main
 * @param {{ status: number, text: AnyText }} data
 */
export function show(main, { status, text }) {
  main.className = "missing-page";
  refill(
    main,
    ringMark(),
    h("h1", {}, translate(TITLES[status] ?? "not so")),
    h("p", { class: "faint" }, localize(text)),
    h("a", { class: "button primary", href: "/" }, translate("all games")),
  );
}
