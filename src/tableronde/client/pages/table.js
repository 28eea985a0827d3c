// The table page: it puts stage, strip, dock, log and chat together and passes the server's words on to them.

import { Chooser } from "../input/chooser.js";
import { Coach } from "../panels/coach.js";
import { Curtain } from "../panels/curtain.js";
import { Dock } from "../panels/dock.js";
import { Drag } from "../input/drag.js";
import { Hint } from "../panels/hint.js";
import { Jots } from "../input/jot.js";
import { Keys } from "../input/keys.js";
import { later } from "../live/later.js";
import { loadLooks } from "../stage/looks.js";
import { h, refill } from "../base/make.js";
import { paint } from "../input/paint.js";
import { Press } from "../input/press.js";
import { Race } from "../input/race.js";
import { Recall } from "../panels/recall.js";
import { ringMark } from "../base/icons.js";
import { Line } from "../live/line.js";
import { sound } from "../base/sound.js";
import { Stage } from "../stage/stage.js";
import { Strip } from "../panels/strip.js";
import { Talk } from "../panels/talk.js";
import { announce, refusal, toast, together } from "../base/toast.js";
import { Tools } from "../panels/tools.js";
import { say } from "../base/words.js";

const PARTS = {
  strip: "ul",
  chances: "div",
  stage: "div",
  lobby: "section",
  result: "section",
  chapter: "section",
  dock: "section",
  talk: "section",
  lost: "p",
  fault: "p",
};

/** Show a table. */
export async function show(main, data) {
  await loadLooks(data.game);
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, tag]) => [
      name,
      h(tag, { class: `${name}-part`, hidden: ["chances", "lobby", "result", "chapter", "lost", "fault"].includes(name) }),
    ]),
  );
  parts.strip.setAttribute("aria-label", say("players"));
  parts.dock.setAttribute("aria-label", say("choices"));
  main.className = "table-page";
  main.append(
    h("h1", { class: "unseen" }, data.title),
    h("div", { class: "top" }, parts.strip, parts.chances),
    parts.stage,
    h("div", { class: "aside" }, parts.result, parts.chapter, parts.dock, parts.talk),
    parts.lobby,
    parts.lost,
    parts.fault,
  );
  const line = new Line(data.id);
  seat(parts, line);
  line.open();
}

/** Let everything at the table listen to the line. */
function seat(parts, line) {
  const stage = new Stage(parts.stage);
  const chooser = new Chooser(line);
  const curtain = new Curtain(line);
  const race = new Race(line);
  const dock = new Dock(parts.dock, line, chooser, race);
  const talk = new Talk(parts.talk, line, (ply) => recall.go(ply));
  const hint = new Hint(parts.dock, line, stage);
  const coach = new Coach(parts.dock, line);
  const recall = new Recall(parts.stage, line, (earlier) => look(earlier));
  let greet = () => {};
  const call = later(line, async () => {
    const { join } = await import("../panels/latecomers.js");
    const those = together(() => line.join(() => join({ parts, line, stage, curtain, talk, coach, recall })));
    greet = those.greet;
    return those;
  });
  const open = (name) => () => call(name);
  const does = { hint: () => hint.ask(), talk: open("talk"), rules: open("rules"), invite: open("invite"), menu: open("menu") };
  const tools = new Tools(line, does);
  talk.onNews = (yes) => tools.heed(yes);
  const letters = {
    h: () => hint.ask(),
    j: () => call("talk", () => talk.log.focus()),
    r: () => chooser.rotate(1),
    s: () => recall.since(),
    u: () => tools.undo.click(),
  };
  const keys = new Keys(stage, chooser, dock, race, letters, (word) => preview.aim(word));
  const press = new Press(stage, chooser, (word) => preview.aim(word));
  new Drag(stage, chooser, press);
  new Strip(parts.strip, line, (chair) => call("chair", chair));
  const { preview, look } = paint(line, new Jots(stage, line), chooser, dock, keys, recall, () => greet());
  stage.svg.addEventListener("click", (event) => recall.leave() && event.stopImmediatePropagation(), true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && recall.leave() && event.stopImmediatePropagation(), true);
  watchLine(parts.lost, line);
  watchFault(parts.fault, line);
  watchTurn(line);
  line.on("table", (table) => offerSeat(line, table, (chair) => call("chair", chair)));
  line.on("refused", (refused) => (sound("refused"), refusal(refused)));
  line.on("error", (text) => toast(text));
}

/** Say so while the line is down. */
function watchLine(holder, line) {
  holder.append(ringMark("progress busy"), say("lost"));
  holder.setAttribute("role", "status");
  line.on("state", (state) => (holder.hidden = state !== "lost"));
  line.on("state", (state) => state === "refused" && !line.fault && toast(say("not found")));
}

/** Say so while the game's program fails, until there is a picture again. */
function watchFault(holder, line) {
  holder.setAttribute("role", "alert");
  line.on("any", ({ fault, scene }) => {
    if (fault === undefined && !scene) return;
    line.fault = fault ?? "";
    holder.hidden = !fault;
    document.getElementById("main").classList.toggle("faulty", Boolean(fault)); // what is still shown counts no more
    refill(holder, fault);
  });
}

/** Whose turn it is, in the window's title and aloud. */
function watchTurn(line) {
  const title = document.title;
  let ply = -1;
  let yours = false;
  line.on("turn", (turn) => {
    document.title = turn.yours ? `● ${say("your turn")} · ${title}` : title;
    document.documentElement.classList.toggle("your-turn", Boolean(turn.yours));
    if (turn.ply === ply && turn.yours === yours) return;
    if (ply >= 0) sound(turn.yours ? "turn" : "move");
    ({ ply, yours } = turn);
    if (turn.yours) announce(turn.text);
  });
}

/** Whoever came by a free seat's link in mid-game is asked to sit down there, once. */
function offerSeat(line, table, open) {
  const seat = table.seats.find((each) => each.yours && each.kind === "open");
  if (table.status !== "playing" || !seat || line.offered) return;
  line.offered = true;
  open(seat);
}
