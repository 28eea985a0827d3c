// The rules page: written by the server; here it becomes searchable and its clauses linkable.

import { icon } from "../base/icons.js";
import { lessonsLink } from "../panels/lessons.js";
import { h } from "../base/make.js";
import { printLink } from "../panels/paper.js";
import { puzzlesLink } from "../panels/puzzles.js";
import { read, say, sayMany } from "../base/words.js";

/** Dress the rules. */
export function show(main, data) {
  main.className = "rules-page";
  const book = main.querySelector(".book");
  main.prepend(tools(book, data));
  for (const clause of book.querySelectorAll(".clause")) clause.querySelector("strong")?.replaceWith(anchor(clause.id));
  for (const ruling of book.querySelectorAll(".ruling")) ruling.title = say("ruling");
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ block: "center" });
}

const anchor = (id) => h("a", { class: "anchor", href: `#${id}` }, id);

function tools(book, data) {
  const found = h("p", { class: "small faint", role: "status" });
  const field = h("input", {
    type: "search",
    "aria-label": say("search"),
    placeholder: say("search"),
    oninput: () => (found.textContent = search(book, field.value)),
  });
  const parts = [...book.querySelectorAll("h2")].map((title, i) =>
    h("li", {}, h("a", { href: `#${(title.id ||= `part-${i}`)}` }, title.textContent)),
  );
  return h(
    "nav",
    { class: "contents", "aria-label": say("rules") },
    h("label", { class: "search" }, icon("search"), field),
    found,
    h("ul", {}, parts),
    lessonsLink(data),
    puzzlesLink(data),
    printLink(data),
    h("a", { class: "button primary", href: `/new/${data.game}` }, say("play")),
    h("p", { class: "unseen" }, read(data.title)),
  );
}

/** Show only what holds all the words; headings stay as long as something below them does. */
function search(book, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const blocks = [...book.querySelectorAll("p, li, tr, blockquote")];
  const hits = blocks.filter((block) => words.every((word) => plain(block.textContent).includes(word)));
  const shown = new Set(hits.flatMap((hit) => ancestors(hit, book)));
  for (const block of blocks) block.hidden = words.length > 0 && !shown.has(block);
  for (const list of book.querySelectorAll("ul, ol, table")) list.hidden = words.length > 0 && !hits.some((hit) => list.contains(hit));
  return words.length ? sayMany("clauses found", hits.length) : "";
}

function ancestors(node, root) {
  const line = [];
  for (let each = node; each !== root; each = each.parentNode) line.push(each);
  return line;
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
