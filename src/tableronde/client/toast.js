// Short messages at the foot of the window, and what screen readers are told.

import { icon } from "./icons.js";
import { h } from "./make.js";
import { say } from "./words.js";

const TIME = 7000;
const shelf = h("div", { id: "toasts" });
const live = h("div", { class: "unseen", role: "status", "aria-live": "polite", id: "live" });
document.body.append(shelf, live);

/** Show a message for a while; `extras` are further elements in it. */
export function toast(text, ...extras) {
  const close = h("button", { class: "tool", type: "button", "aria-label": say("close"), onclick: () => box.remove() }, icon("close"));
  const box = h("div", { class: "toast", role: "alert" }, h("p", {}, text), extras, close);
  shelf.replaceChildren(...[...shelf.children].slice(-1), box);
  setTimeout(() => box.remove(), extras.some(Boolean) ? 3 * TIME : TIME);
  return box;
}

/** Have something read aloud. */
export function announce(text) {
  if (text) live.replaceChildren(h("p", {}, text));
}

/** Why an action was refused: the sentence, the clause, and the way to it. */
export function refusal({ clause, text, link }) {
  toast(text, clause && h("a", { class: "clause", href: link ?? "#", target: "_blank", rel: "noopener" }, clause));
}
