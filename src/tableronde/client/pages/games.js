// One's own games: those in progress with whose turn it is, and those that are over with their result, replay and review.

import { cover } from "../panels/cover.js";
import { ask } from "../base/dialog.js";
import { tool } from "../panels/header.js";
import { h, refill } from "../base/make.js";
import { toast } from "../base/toast.js";
import { language, say } from "../base/words.js";

const DAY = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** Show one's games. */
export function show(main, { tables, finished }) {
  main.className = "shelf-page games-page";
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, say("my games")), h("p", {}, say("my games more"))),
    part(say("my tables"), tables),
    part(say("finished tables"), finished),
    !tables.length && !finished.length && h("p", {}, say("my games none")),
  );
}

const part = (title, tables) =>
  tables.length > 0 &&
  h("section", {}, h("h2", {}, title), h("ul", { class: "games" }, tables.map(entry)));

function entry(table) {
  const over = table.status === "over";
  const item = h(
    "li",
    {},
    cover(table.game),
    h(
      "div",
      { class: "what" },
      h("h3", {}, h("a", { href: over ? `/replay/${table.id}` : table.url }, table.title)),
      h("p", { class: table.yours ? "turn" : "" }, table.text || (table.status === "waiting" && say("waiting seats"))),
      h("p", { class: "small faint" }, date(table), ` · ${table.players.join(", ")}`),
    ),
    h("div", { class: "row" }, over ? afterwards(table) : onward(table), tool("trash", say("away"), () => confirm(item, table))),
  );
  return item;
}

function date({ at, opened }) {
  const when = new Date(1000 * (at ?? opened));
  return h("time", { datetime: when.toISOString() }, DAY.format(when));
}

const onward = (table) => h("a", { class: "button", href: table.url }, say("go on"));

const afterwards = (table) => [
  h("a", { class: "button", href: `/replay/${table.id}` }, say("replay")),
  h("a", { class: "button", href: `/review/${table.id}` }, say("review")),
];

function confirm(item, table) {
  const leaving = table.status !== "over" && table.mine.length > 0;
  ask(say(leaving ? "away sure leave" : "away sure"), say(leaving ? "away leave" : "away"), async () => {
    const answer = await fetch(`/games/${table.id}/away`, { method: "POST", headers: { Accept: "application/json" } });
    if (answer.ok) item.remove();
    else toast((await answer.json()).error);
  });
}
