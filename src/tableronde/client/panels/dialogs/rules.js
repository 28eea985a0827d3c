// The rules over the table: to look something up without leaving it.

import { dialog } from "../base/dialog.js";
import { h } from "../base/make.js";
import { toast } from "../base/toast.js";
import { language, read, say } from "../base/words.js";

/** Show the rules at an address in a dialog; the page itself is one press away. */
export async function openRules(address) {
  const answer = await fetch(`${address}.json`).catch(() => null);
  if (!answer?.ok) return void toast(say("lost"));
  const { title, html } = await answer.json();
  const text = new DOMParser().parseFromString(html[language], "text/html").body;
  const book = h("article", { class: "book" }, [...text.childNodes]);
  book.querySelector("h1")?.remove();
  book.addEventListener("click", (event) => follow(event, book));
  dialog(read(title), h("p", {}, h("a", { href: address }, say("rules page"))), book).classList.add("rules-dialog");
}

/** A link to a clause leads there, inside the book. */
function follow(event, book) {
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  book.querySelector(`[id="${link.hash.slice(1)}"]`)?.scrollIntoView();
}
