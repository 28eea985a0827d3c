// The review of a finished game: a seat's costliest mistakes, as cards that link to the replay.

import { badge } from "../board/badge.js";
import { EvaluationGraph } from "../panels/ending/evaluation_graph.js";
import { icon, ringMark } from "../base/icons.js";
import { loadLooks } from "../board/looks.js";
import { h, refill } from "../base/elements.js";
import { onPreference, theme } from "../base/preferences.js";
import { announce } from "../base/toast.js";
import { language, translate } from "../base/language.js";

/** @import { ReviewMomentAnswer, ReviewPageAnswer, ReviewPlayerAnswer, ReviewProgressAnswer, StoryAnswer } from '../messages.d.ts' */

const PAUSE = 600; // milliseconds between two requests for the progress

/**
 * Show a review.
 * @param {HTMLElement} main
 * @param {ReviewPageAnswer} data
 */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "review-page";
  const body = h("section", { class: "lessons" });
  const curve = h("section", {});
  main.append(head(data), curve, body);
  follow(data, body);
  new EvaluationGraph(curve, data.id, (ply) => location.assign(`/replay/${data.id}?ply=${ply}`));
}

/** @param {ReviewPageAnswer} data */
function head(data) {
  return h(
    "header",
    { class: "stack" },
    h("h1", {}, translate("review title")),
    h("p", { class: "faint" }, translate("review more")),
    h("nav", { class: "row", "aria-label": translate("review whose") }, data.seats.filter((seat) => seat.open).map(whose(data))),
    h("p", {}, h("a", { href: `/replay/${data.id}` }, translate("again"))),
  );
}

/**
 * Create the link to a seat's review; the one shown is marked.
 * @param {ReviewPageAnswer} data
 */
const whose = (data) => (/** @type {ReviewPlayerAnswer} */ seat) =>
  h(
    "a",
    {
      class: `chip${seat.seat === data.seat ? " here" : ""}`,
      href: `/review/${data.id}?seat=${seat.seat}`,
      "aria-current": seat.seat === data.seat ? "page" : null,
    },
    badge(seat.style),
    h("bdi", { class: "player" }, seat.name),
  );

/**
 * Poll until the review is ready.
 * @param {ReviewPageAnswer} data
 * @param {HTMLElement} body
 */
async function follow(data, body) {
  const waiting = progress();
  refill(body, waiting.element);
  announce(translate("review thinking"));
  for (;;) {
    const answer = await fetch(`/review/${data.id}.json?seat=${data.seat}&lang=${language}`);
    const review = await answer.json();
    if (!answer.ok) return refill(body, h("p", { class: "note", role: "alert" }, review.error));
    if (review.status === "ready") return present(body, review);
    waiting.show(review);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Create the progress display: a bar, and one sentence for screen readers. */
function progress() {
  const bar = h("progress", { "aria-label": translate("review thinking"), max: 1 });
  const count = h("p", { class: "small faint", "aria-hidden": "true" });
  return {
    element: h("div", { class: "thinking stack" }, ringMark("mark busy"), h("p", {}, translate("review thinking")), bar, count),
    /** @param {ReviewProgressAnswer} reviewProgress */
    show({ done, choices }) {
      if (!choices) return;
      bar.max = choices;
      bar.value = done;
      count.textContent = `${done} / ${choices}`;
    },
  };
}

/**
 * @param {HTMLElement} body
 * @param {ReviewProgressAnswer} reviewProgress
 */
function present(body, { moments }) {
  announce(translate("review ready"));
  if (!moments.length) return refill(body, h("p", { class: "kind" }, icon("check"), translate("review none")));
  refill(body, h("ol", {}, moments.map(card)));
}

/** @param {ReviewMomentAnswer} reviewMoment */
function card({ ply, played, better, lost, link, picture }) {
  const address = () => `${picture}&theme=${theme()}&lang=${language}`;
  const image = h("img", { src: address(), alt: "", width: 320, height: 320 }); // the text beside it says the same
  onPreference((name) => name === "theme" && (image.src = address()));
  const loss = h("p", { class: "loss" }, h("span", { "aria-hidden": "true" }, translate("review lost short", lost)));
  loss.append(h("span", { class: "unseen" }, translate("review lost", lost)));
  return h(
    "li",
    { class: "lesson" },
    h("a", { class: "seen", href: link, tabindex: "-1", "aria-hidden": "true" }, image),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "row head" }, h("h2", {}, h("a", { href: link }, translate("review move", ply + 1))), loss),
      h("dl", {}, line(translate("review played"), played), line(translate("review better"), better)),
    ),
  );
}

/**
 * @param {string} words
 * @param {StoryAnswer} story
 */
const line = (words, { text, share, ahead }) => [
  h("dt", {}, words),
  h("dd", {}, text, " ", h("span", { class: "faint" }, translate("review share", Math.round(100 * share)))),
  ahead.length ? h("dd", { class: "ahead small faint" }, translate("review ahead", ahead.join(" "))) : null,
];
