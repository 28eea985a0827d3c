// The table page: it puts stage, strip, dock, log and chat together and passes the server's words on to them.

import { openChair } from "../chair.js";
import { Chooser } from "../chooser.js";
import { Curtain } from "../curtain.js";
import { dialog } from "../dialog.js";
import { Dock } from "../dock.js";
import { Film } from "../film.js";
import { Jots } from "../jot.js";
import { Keys } from "../keys.js";
import { Lobby } from "../lobby.js";
import { loadLooks } from "../looks.js";
import { h } from "../make.js";
import { Menu } from "../menu.js";
import { updated } from "../picture.js";
import { onPreference } from "../preferences.js";
import { Preview } from "../preview.js";
import { Press } from "../press.js";
import { Race } from "../race.js";
import { ringMark } from "../icons.js";
import { Result } from "../result.js";
import { Room } from "../room.js";
import { sound } from "../sound.js";
import { Stage } from "../stage.js";
import { Strip } from "../strip.js";
import { Talk } from "../talk.js";
import { announce, refusal, toast } from "../toast.js";
import { say } from "../words.js";

const PARTS = { strip: "ul", stage: "div", lobby: "section", result: "section", dock: "section", talk: "section", lost: "p" };

/** Show a table. */
export async function show(main, data) {
  await loadLooks(data.game);
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, tag]) => [
      name,
      h(tag, { class: `${name}-part`, hidden: ["lobby", "result", "lost"].includes(name) }),
    ]),
  );
  parts.strip.setAttribute("aria-label", say("players"));
  parts.dock.setAttribute("aria-label", say("choices"));
  main.className = "table-page";
  main.append(
    h("h1", { class: "unseen" }, data.title),
    parts.strip,
    parts.stage,
    h("div", { class: "aside" }, parts.result, parts.dock, parts.talk),
    parts.lobby,
    parts.lost,
  );
  const room = new Room(data.id);
  seat(parts, room);
  room.open();
}

/** Let everything at the table listen to the room. */
function seat(parts, room) {
  const stage = new Stage(parts.stage);
  const chooser = new Chooser(room);
  const curtain = new Curtain(room);
  const race = new Race(room);
  const dock = new Dock(parts.dock, room, chooser, race);
  const talk = new Talk(parts.talk, room);
  const menu = new Menu(room, stage, () => openTalk(parts));
  const letters = { h: () => menu.hint(), j: () => (openTalk(parts), talk.log.focus()), u: () => menu.undoTool.click() };
  const keys = new Keys(stage, chooser, dock, race, letters, (word) => preview.aim(word));
  new Press(stage, chooser, (word) => preview.aim(word));
  new Lobby(parts.lobby, room);
  new Result(parts.result, room);
  new Strip(parts.strip, room, (chair) => openChair(room, curtain, chair));
  const preview = paint(room, new Jots(stage, room), chooser, dock, keys);
  watchLine(parts.lost, room);
  watchTurn(room);
  room.on("table", (table) => offerSeat(room, curtain, table));
  room.on("refused", (refused) => (sound("refused"), refusal(refused)));
  room.on("error", (text) => toast(text));
}

/** Keep the picture: each message may change the scene and what can be pressed, and a film changes it in time. */
function paint(room, jots, chooser, dock, keys) {
  let sent = null;
  let picture = null;
  const preview = new Preview(room, chooser, (ghost) => {
    jots.show(ghost ?? picture, chooser.offers(), true);
    dock.caption((ghost ?? picture).captions);
  });
  const film = new Film((now, unfolds) => {
    picture = now;
    preview.reset(sent, picture);
    mark(room, unfolds);
    jots.show(picture, chooser.offers());
    dock.draw(picture, unfolds);
    keys.refresh();
  });
  dock.hurry.addEventListener("click", () => film.finish());
  room.on("any", ({ scene }) => {
    if (!scene) return;
    sent = updated(sent, scene);
    film.play(sent, scene);
  });
  onPreference((name) => name === "theme" && jots.redraw());
  return preview;
}

/** Let the page say which moment it shows: for styles, tests, and whoever drives a browser. */
function mark(room, unfolds) {
  const { dataset } = document.getElementById("main");
  dataset.film = unfolds ? "unfolds" : "";
  dataset.moment = [room.seat ?? "-", room.scene.ply, ...(room.choices?.picked ?? [])].join("/");
  dataset.status = room.table.status;
}

/** Say so while the line is down. */
function watchLine(holder, room) {
  holder.append(ringMark("progress busy"), say("lost"));
  holder.setAttribute("role", "status");
  room.on("line", (state) => (holder.hidden = state !== "lost"));
  room.on("line", (state) => state === "refused" && toast(say("not found")));
}

/** Whose turn it is, in the window's title and aloud. */
function watchTurn(room) {
  const title = document.title;
  let ply = -1;
  let yours = false;
  room.on("turn", (turn) => {
    document.title = turn.yours ? `● ${say("your turn")} · ${title}` : title;
    document.documentElement.classList.toggle("your-turn", Boolean(turn.yours));
    if (turn.ply === ply && turn.yours === yours) return;
    if (ply >= 0) sound(turn.yours ? "turn" : "move");
    ({ ply, yours } = turn);
    if (turn.yours) announce(turn.text);
  });
}

/** Whoever came by a free seat's link in mid-game is asked to sit down there, once. */
function offerSeat(room, curtain, table) {
  const seat = table.seats.find((each) => each.yours && each.kind === "open");
  if (table.status !== "playing" || !seat || room.offered) return;
  room.offered = true;
  openChair(room, curtain, seat);
}

/** On narrow windows log and chat open as a dialog. */
function openTalk({ talk }) {
  if (talk.offsetParent) return;
  const home = talk.parentNode;
  const box = dialog(say("log"), talk);
  box.classList.add("talk-dialog");
  box.addEventListener("close", () => home.append(talk));
}
