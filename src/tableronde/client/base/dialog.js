// Dialogs over the page, closed by Escape or the cross.

import { icon } from "./icons.js";
import { h } from "./elements.js";
import { translate } from "./language.js";

let count = 0;

/** @import { Children } from '../types.d.ts' */

/**
 * Open a dialog with a title; returns the element, whose `close()` closes it.
 * @param {string} title
 * @param {Children[]} content
 */
export function dialog(title, ...content) {
  const id = `dialog${++count}`;
  const cross = h("button", { class: "tool", type: "button", "aria-label": translate("close"), onclick: () => box.close() }, icon("close"));
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    { "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), cross),
    h("div", { class: "stack" }, content),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Ask for confirmation of something that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @param {() => unknown} action
 */
export function ask(question, yes, action) {
  const box = dialog(
    question,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "button", onclick: () => (box.close(), action()) }, yes),
      h("button", { type: "button", onclick: () => box.close() }, translate("cancel")),
    ),
  );
}
