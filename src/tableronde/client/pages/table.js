// The table page: creates board, player bar, action bar, log and chat, and passes the server's messages to them.

import { Board } from "../board/board.js";
import { loadLooks } from "../board/looks.js";
import { Stage } from "../board/stage.js";
import { Connection } from "../connection/connection.js";
import { loadLazily } from "../connection/lazy_loader.js";
import { SocketTransport } from "../connection/socket_transport.js";
import { Chooser } from "../input/chooser.js";
import { Drag } from "../input/drag.js";
import { Keys } from "../input/keys.js";
import { PencilNotes } from "../input/pencil_notes.js";
import { Pointer } from "../input/pointer.js";
import { Race } from "../input/race.js";
import { ActionBar } from "../panels/table/action_bar.js";
import { Chat } from "../panels/table/chat.js";
import { Coach } from "../panels/table/coach.js";
import { Curtain } from "../panels/table/curtain.js";
import { Hint } from "../panels/table/hint.js";
import { PlayerBar } from "../panels/table/player_bar.js";
import { Recall } from "../panels/table/recall.js";
import { TableTools } from "../panels/table/table_tools.js";
import { byId, h, refill } from "../base/elements.js";
import { ringMark } from "../base/icons.js";
import { translate } from "../base/language.js";
import { nameLevels } from "../base/levels.js";
import { sound } from "../base/sound.js";
import { announce, refusal, toast, together } from "../base/toast.js";

/** @import { SeatReply } from '../messages.d.ts' */
/** @import { TableData } from '../types.d.ts' */
/** @typedef {ReturnType<typeof makeParts>} Parts */

/**
 * Show a table.
 * @param {HTMLElement} main
 * @param {TableData} data
 */
export async function show(main, data) {
  await loadLooks(data.game);
  nameLevels(data.level_names);
  const parts = makeParts();
  main.className = "table-page";
  main.append(
    h("h1", { class: "unseen" }, data.title),
    h("div", { class: "top" }, parts.players, parts.chances),
    parts.stage,
    h("div", { class: "aside" }, parts.result, parts.chapter, parts.actions, parts.chat),
    parts.lobby,
    parts.lost,
    parts.fault,
  );
  const connection = new Connection(data.id, new SocketTransport(data.id));
  connect(parts, connection);
  connection.open();
}

const makeParts = () => ({
  players: h("ul", { class: "player-bar", "aria-label": translate("players") }),
  chances: h("div", { class: "chances-part", hidden: true }),
  stage: h("div", { class: "stage-part" }),
  lobby: h("section", { class: "lobby-part", hidden: true }),
  result: h("section", { class: "result-part", hidden: true }),
  chapter: h("section", { class: "chapter-part", hidden: true }),
  actions: h("section", { class: "action-bar", "aria-label": translate("choices") }),
  chat: h("section", { class: "chat-part" }),
  lost: h("p", { class: "lost-part", hidden: true }),
  fault: h("p", { class: "fault-part", hidden: true }),
});

/**
 * Connect all parts of the page with the connection.
 * @param {Parts} parts
 * @param {Connection} connection
 */
function connect(parts, connection) {
  const stage = new Stage(parts.stage);
  const chooser = new Chooser(connection);
  const curtain = new Curtain(connection);
  const race = new Race(connection);
  const actionBar = new ActionBar(parts.actions, connection, chooser, race);
  const chat = new Chat(parts.chat, connection, { recall: (ply) => recall.go(ply), onUnread: (yes) => tools.markUnread(yes) });
  const hint = new Hint(parts.actions, connection, stage, chooser);
  const coach = new Coach(parts.actions, connection);
  const recall = new Recall(parts.stage, connection, (earlier) => board.look(earlier));
  let greet = () => {};
  const call = loadLazily(connection, async () => {
    const { makeLazyPanels } = await import("../panels/table/lazy_panels.js");
    const panels = together(() => connection.join(() => makeLazyPanels({ parts, connection, stage, curtain, chat, coach, recall })));
    greet = panels.greet;
    return panels;
  });
  const tools = new TableTools(connection, {
    hint: () => hint.ask(),
    chat: () => call("chat"),
    rules: () => call("rules"),
    invite: () => call("invite"),
    keys: () => call("keys"),
    menu: () => call("menu"),
  });
  const letters = {
    h: () => hint.ask(),
    j: () => call("chat", () => chat.log.focus()),
    r: () => chooser.rotate(1),
    s: () => recall.since(),
    u: () => tools.undo.click(),
    "?": () => call("keys"),
  };
  const aim = (/** @type {string | null} */ word) => board.aim(word);
  const keys = new Keys({ stage, chooser, actionBar, race, letters, onAim: aim });
  new Drag(stage, chooser, new Pointer(stage, chooser, aim));
  new PlayerBar(parts.players, connection, (seat) => call("seat", seat));
  const surface = new PencilNotes(stage, connection);
  const board = new Board({ connection, surface, chooser, actionBar, keys, isAway: () => recall.ply !== null, onShown: () => greet() });
  stage.svg.addEventListener("click", (event) => recall.leave() && event.stopImmediatePropagation(), true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && recall.leave() && event.stopImmediatePropagation(), true);
  watchConnection(parts.lost, connection);
  watchFault(parts.fault, connection);
  watchTurn(connection);
  offerSeat(connection, (seat) => call("seat", seat));
  connection.on("refused", (refused) => (sound("refused"), refusal(refused)));
  connection.on("error", (text) => toast(text));
}

/**
 * Show a notice while the connection is lost.
 * @param {HTMLElement} holder
 * @param {Connection} connection
 */
function watchConnection(holder, connection) {
  holder.append(ringMark("progress busy"), translate("lost"));
  holder.setAttribute("role", "status");
  connection.on("state", (state) => (holder.hidden = state !== "lost"));
  connection.on("state", (state) => state === "refused" && !connection.fault && toast(translate("not found")));
}

/**
 * Show a notice while the game's code fails, until there is a picture again.
 * @param {HTMLElement} holder
 * @param {Connection} connection
 */
function watchFault(holder, connection) {
  holder.setAttribute("role", "alert");
  connection.on("any", ({ fault, scene }) => {
    if (fault === undefined && !scene) return;
    holder.hidden = !fault;
    byId("main").classList.toggle("faulty", Boolean(fault)); // the picture still shown is not valid any more
    refill(holder, fault);
  });
}

/**
 * Show the turn in the window's title, and announce it.
 * @param {Connection} connection
 */
function watchTurn(connection) {
  const title = document.title;
  let ply = -1;
  let yours = false;
  connection.on("turn", (turn) => {
    document.title = turn.yours ? `● ${translate("your turn")} · ${title}` : title;
    document.documentElement.classList.toggle("your-turn", Boolean(turn.yours));
    if (turn.ply === ply && turn.yours === yours) return;
    if (ply >= 0) sound(turn.yours ? "turn" : "move");
    ({ ply, yours } = turn);
    if (turn.yours) announce(turn.text);
  });
}

/**
 * Ask a guest who opened a free seat's link in mid-game to sit down there, once.
 * @param {Connection} connection
 * @param {(seat: SeatReply) => void} open
 */
function offerSeat(connection, open) {
  let offered = false;
  connection.on("table", (table) => {
    const seat = table.seats.find((each) => each.yours && each.kind === "open");
    if (table.status !== "playing" || !seat || offered) return;
    offered = true;
    open(seat);
  });
}
