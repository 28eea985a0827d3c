// Panels of a table that are loaded after its first picture: dialogs, and panels shown before or after a game.

import { openSeat } from "../dialogs/seat.js";
import { Chapter } from "../ending/chapter.js";
import { dialog } from "../../base/dialog.js";
import { invite } from "../dialogs/invite.js";
import { openKeys } from "../dialogs/keys.js";
import { Lobby } from "./lobby.js";
import { Menu } from "../dialogs/menu.js";
import { LiveEvaluation } from "../ending/live_evaluation.js";
import { Result } from "../ending/result.js";
import { openRules } from "../dialogs/rules.js";
import { WhyNot } from "./why_not.js";
import { translate } from "../../base/language.js";

/** @import { Stage } from '../../board/stage.js' */
/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply } from '../../messages.d.ts' */
/** @import { Chat } from './chat.js' */
/** @import { Coach } from './coach.js' */
/** @import { Curtain } from './curtain.js' */
/** @import { Recall } from './recall.js' */

/**
 * The table page that the panels belong to.
 * @typedef {object} Host
 * @property {Record<"lobby" | "chapter" | "chances" | "result" | "actions" | "chat", HTMLElement>} parts
 * @property {Connection} connection
 * @property {Stage} stage
 * @property {Curtain} curtain
 * @property {Chat} chat
 * @property {Coach} coach
 * @property {Recall} recall
 */

/**
 * Create the panels; returns functions that open them.
 * @param {Host} host
 */
export function makeLazyPanels({ parts, connection, stage, curtain, chat, coach, recall }) {
  new WhyNot(stage, connection, parts.actions);
  new Lobby(parts.lobby, connection, curtain);
  new Chapter(parts.chapter, connection);
  new LiveEvaluation(parts.chances, chat, connection, recall);
  const result = new Result(parts.result, connection, stage.holder);
  const menu = new Menu(connection, coach, () => recall.since());
  return {
    greet: () => result.greet(),
    keys: () => openKeys(),
    menu: () => menu.open(),
    rules: () => openRules(connection.table?.rules ?? ""),
    invite: () => invite(connection),
    seat: (/** @type {SeatReply} */ seat) => openSeat(connection, curtain, seat),
    chat: (then = () => {}) => (openChat(parts.chat, chat), then()),
  };
}

/**
 * Open log and chat as a dialog in narrow windows.
 * @param {HTMLElement} holder
 * @param {Chat} chat
 */
function openChat(holder, chat) {
  if (holder.offsetParent) return;
  chat.choose(chat.unread ? "chat" : "log");
  const home = holder.parentNode;
  const box = dialog(translate("log"), holder);
  box.classList.add("chat-dialog");
  box.addEventListener("close", () => home?.append(holder));
}
