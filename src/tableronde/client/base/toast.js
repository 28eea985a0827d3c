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

const lines = new Set();

/** Have something read aloud; what is said at the same moment is read together, nothing twice. */
export function announce(text) {
  if (!text) return;
  if (!lines.size) queueMicrotask(speak);
  lines.add(text);
}

/** Whatever is announced in `talk` belongs to what is being read aloud: it is read after it, not in its place. */
export function together(talk) {
  const before = lines.size ? [] : [...live.children].map((line) => line.textContent);
  const value = talk();
  if (!lines.size) return value;
  const added = [...lines];
  lines.clear();
  for (const line of [...before, ...added]) lines.add(line);
  return value;
}

/** What was read aloud counts no more: nobody finds it again. */
export const hush = () => live.replaceChildren();

function speak() {
  const all = [...lines];
  const once = all.filter((line) => !all.some((other) => other !== line && other.includes(line)));
  live.replaceChildren(...once.map((line) => h("p", {}, line)));
  lines.clear();
}

/** Why an action was refused: the sentence, the clause, and the way to it. */
export function refusal({ clause, text, link }) {
  toast(text, clause && link && h("a", { class: "clause", href: link, target: "_blank", rel: "noopener" }, clause));
}
