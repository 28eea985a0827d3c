// A dialog over the page; Escape and the cross close it.

import { icon } from "./icons.js";
import { h } from "./make.js";
import { say } from "./words.js";

let count = 0;

/** Open a dialog with a title; gives back the element, whose `close()` closes it. */
export function dialog(title, ...content) {
  const id = `dialog${++count}`;
  const cross = h("button", { class: "tool", type: "button", "aria-label": say("close"), onclick: () => box.close() }, icon("close"));
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

/** Ask before something that cannot be taken back. */
export function ask(question, yes, action) {
  const box = dialog(
    question,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "button", onclick: () => (box.close(), action()) }, yes),
      h("button", { type: "button", onclick: () => box.close() }, say("cancel")),
    ),
  );
}
