// Short messages at the bottom of the window, and announcements for screen readers.

import { icon } from "./icons.js";
import { h } from "./elements.js";
import { translate } from "./language.js";

/** @import { RefusalReply } from '../messages.d.ts' */
/** @import { Children } from '../types.d.ts' */

const TIME = 7000;
const shelf = h("div", { id: "toasts" });
const live = h("div", { class: "unseen", role: "status", "aria-live": "polite", id: "live" });
document.body.append(shelf, live);

/**
 * Show a message for a while; `extras` are further elements in it.
 * @param {string} text
 * @param {Children[]} extras
 */
export function toast(text, ...extras) {
  const close = h("button", { class: "tool", type: "button", "aria-label": translate("close"), onclick: () => box.remove() }, icon("close"));
  /** @type {HTMLElement} */
  const box = h("div", { class: "toast", role: "alert" }, h("p", {}, text), extras, close);
  shelf.replaceChildren(...[...shelf.children].slice(-1), box);
  setTimeout(() => box.remove(), extras.some(Boolean) ? 3 * TIME : TIME);
  return box;
}

/** @type {Set<string>} */
const lines = new Set();

/**
 * Announce a text to screen readers; texts of the same moment are announced together, none twice.
 * @param {string | null | undefined} text
 */
export function announce(text) {
  if (!text) return;
  if (!lines.size) queueMicrotask(speak);
  lines.add(text);
}

/**
 * Announcements made in `speech` are added to the current one instead of replacing it.
 * @template T
 * @param {() => T} speech
 */
export function together(speech) {
  const before = lines.size ? [] : [...live.children].map((line) => line.textContent ?? "");
  const value = speech();
  if (!lines.size) return value;
  const added = [...lines];
  lines.clear();
  for (const line of [...before, ...added]) lines.add(line);
  return value;
}

/** Remove the announcements, so that screen readers do not find them any more. */
export const hush = () => live.replaceChildren();

function speak() {
  const all = [...lines];
  const once = all.filter((line) => !all.some((other) => other !== line && other.includes(line)));
  live.replaceChildren(...once.map((line) => h("p", {}, line)));
  lines.clear();
}

/**
 * Show why an action was refused: the sentence, the clause, and a link to it.
 * @param {RefusalReply} refused
 */
export function refusal({ clause, text, link }) {
  toast(text, clause && link && h("a", { class: "clause", href: link, target: "_blank", rel: "noopener" }, clause));
}
