// A value of JSON as a tree that opens and closes.

import { h } from "../../base/elements.js";
import { say } from "./dev_strings.js";

/** @import { Json } from '../../types.d.ts' */

const MOST = 200; // entries that are shown
const SHORT = 60; // characters of a value in one line

/**
 * Show a value under a name; small values are open.
 * @param {string} name
 * @param {Json} value
 * @param {boolean} open
 * @returns {HTMLElement}
 */
export function tree(name, value, open = false) {
  const text = JSON.stringify(value);
  if (typeof value !== "object" || value === null || text.length <= SHORT)
    return h("div", { class: "dev-leaf" }, h("span", { class: "dev-name" }, name), " ", h("code", {}, text));
  const entries = Object.entries(value);
  const kind = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const details = h("details", { class: "dev-branch", open }, h("summary", {}, h("span", { class: "dev-name" }, name), ` ${kind}`));
  const fill = () => {
    if (details.childElementCount > 1) return;
    const rows = entries.slice(0, MOST).map(([key, each]) => tree(key, each));
    details.append(...rows);
    if (entries.length > MOST) details.append(h("div", { class: "dev-leaf faint" }, say("more", entries.length - MOST)));
  };
  if (open) fill();
  details.addEventListener("toggle", fill);
  return details;
}
