// The rules in a dialog over the table.

import { dialog } from "../../base/dialog.js";
import { h, targetOf } from "../../base/elements.js";
import { toast } from "../../base/toast.js";
import { language, localize, translate } from "../../base/language.js";

/**
 * Show the rules at an address in a dialog, with a link to the page itself.
 * @param {string} address
 */
export async function openRules(address) {
  const answer = await fetch(`${address}.json`).catch(() => null);
  if (!answer?.ok) return void toast(translate("lost"));
  const { title, html } = await answer.json();
  const text = new DOMParser().parseFromString(html[language], "text/html").body;
  const book = h("article", { class: "book" }, [...text.childNodes]);
  book.querySelector("h1")?.remove();
  book.addEventListener("click", (event) => follow(event, book));
  dialog(localize(title), h("p", {}, h("a", { href: address }, translate("rules page"))), book).classList.add("rules-dialog");
}

/**
 * Follow a link to a clause inside the dialog.
 * @param {Event} event
 * @param {HTMLElement} book
 */
function follow(event, book) {
  const link = /** @type {HTMLAnchorElement | null} */ (targetOf(event).closest("a[href^='#']"));
  if (!link) return;
  event.preventDefault();
  book.querySelector(`[id="${link.hash.slice(1)}"]`)?.scrollIntoView();
}
