// A look back at a finished game: the moments where a seat lost most, as cards that lead to the replay.

import { badge } from "../stage/badge.js";
import { Curve } from "../panels/curve.js";
import { icon, ringMark } from "../base/icons.js";
import { loadLooks } from "../stage/looks.js";
import { h, refill } from "../base/make.js";
import { onPreference, theme } from "../base/preferences.js";
import { announce } from "../base/toast.js";
import { language, say } from "../base/words.js";

const PAUSE = 600; // milliseconds between two looks at how far it has come

/** Show a review. */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "review-page";
  const body = h("section", { class: "lessons" });
  const curve = h("section", {});
  main.append(head(data), curve, body);
  follow(data, body);
  new Curve(curve, data.id, (ply) => location.assign(`/replay/${data.id}?ply=${ply}`));
}

function head(data) {
  return h(
    "header",
    { class: "stack" },
    h("h1", {}, say("review title")),
    h("p", { class: "faint" }, say("review more")),
    h("nav", { class: "row", "aria-label": say("review whose") }, data.seats.filter((seat) => seat.open).map(whose(data))),
    h("p", {}, h("a", { href: `/replay/${data.id}` }, say("again"))),
  );
}

/** The way to a seat's review; the one shown is marked. */
const whose = (data) => (seat) =>
  h(
    "a",
    {
      class: `chip${seat.seat === data.seat ? " here" : ""}`,
      href: `/review/${data.id}?seat=${seat.seat}`,
      "aria-current": seat.seat === data.seat ? "page" : null,
    },
    badge(seat.style),
    h("span", { class: "player" }, seat.name),
  );

/** Ask until it is ready, calmly. */
async function follow(data, body) {
  const waiting = progress();
  refill(body, waiting.element);
  announce(say("review thinking"));
  for (;;) {
    const answer = await fetch(`/review/${data.id}.json?seat=${data.seat}&lang=${language}`);
    const review = await answer.json();
    if (!answer.ok) return refill(body, h("p", { class: "note", role: "alert" }, review.error));
    if (review.status === "ready") return present(body, review);
    waiting.show(review);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** How far it has come: a bar for the eye, one sentence for the ear. */
function progress() {
  const bar = h("progress", { "aria-label": say("review thinking"), max: 1 });
  const count = h("p", { class: "small faint", "aria-hidden": "true" });
  return {
    element: h("div", { class: "thinking stack" }, ringMark("mark busy"), h("p", {}, say("review thinking")), bar, count),
    show({ done, choices }) {
      if (!choices) return;
      bar.max = choices;
      bar.value = done;
      count.textContent = `${done} / ${choices}`;
    },
  };
}

function present(body, { moments }) {
  announce(say("review ready"));
  if (!moments.length) return refill(body, h("p", { class: "kind" }, icon("check"), say("review none")));
  refill(body, h("ol", {}, moments.map(card)));
}

function card({ ply, played, better, lost, link, picture }) {
  const address = () => `${picture}&theme=${theme()}&lang=${language}`;
  const image = h("img", { src: address(), alt: "", width: 320, height: 320 }); // it says what the words beside it say
  onPreference((name) => name === "theme" && (image.src = address()));
  const loss = h("p", { class: "loss" }, h("span", { "aria-hidden": "true" }, say("review lost short", lost)));
  loss.append(h("span", { class: "unseen" }, say("review lost", lost)));
  return h(
    "li",
    { class: "lesson" },
    h("a", { class: "seen", href: link, tabindex: "-1", "aria-hidden": "true" }, image),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "row head" }, h("h2", {}, h("a", { href: link }, say("review move", ply + 1))), loss),
      h("dl", {}, line(say("review played"), played), line(say("review better"), better)),
    ),
  );
}

const line = (words, { text, share, ahead }) => [
  h("dt", {}, words),
  h("dd", {}, text, " ", h("span", { class: "faint" }, say("review share", Math.round(100 * share)))),
  ahead.length ? h("dd", { class: "ahead small faint" }, say("review ahead", ahead.join(" "))) : null,
];
