// The dialog of a seat, opened from the player bar: sit down, move to another device, let a bot play, take it back, or leave.

import { dialog } from "../../base/dialog.js";
import { icon } from "../../base/icons.js";
import { carrySeat, inviteTo } from "./invite.js";
import { levelChoices, usualLevel } from "../../base/levels.js";
import { h } from "../../base/elements.js";
import { isMuted, mute } from "../table/muted.js";
import { prefer, preferred } from "../../base/preferences.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply } from '../../messages.d.ts' */
/** @import { Curtain } from '../table/curtain.js' */

/**
 * Open the dialog of a seat.
 * @param {Connection} connection
 * @param {Curtain} curtain
 * @param {SeatReply} seat
 */
export function openSeat(connection, curtain, seat) {
  const handed = connection.knownTable.private && connection.ownSeats().length > 1 && connection.seat !== seat.seat && connection.knownTable.status === "playing";
  if (seat.yours && seat.kind === "person" && handed) return curtain.turnTo(seat.seat);
  const box = dialog(seat.name || translate("open"), ...offers(connection, seat, (action) => (box.close(), action())));
}

/**
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {(action: () => unknown) => unknown} then
 */
function offers(connection, seat, then) {
  /**
   * @param {string} name
   * @param {string} words
   * @param {() => unknown} action
   */
  const button = (name, words, action) => h("button", { type: "button", onclick: () => then(action) }, icon(name), words);
  const bot = () => botForm(connection, seat, connection.knownTable.suggested, then);
  const { host } = connection.knownTable;
  if (seat.kind === "open")
    return [sitForm(connection, seat, then), host && button("people", translate("invite here"), () => inviteTo(connection, seat)), host && bot()];
  if (seat.kind === "bot")
    return [seat.yours && button("chair", translate("take back"), () => connection.send({ do: "sit", seat: seat.seat })), host && bot()];
  return seat.yours ? [...ownOffers(connection, seat, button), bot()] : othersOffers(connection, seat, button);
}

/**
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {(name: string, words: string, action: () => unknown) => HTMLElement} button
 */
function ownOffers(connection, seat, button) {
  return [
    connection.knownTable.private && connection.ownSeats().length === 1 && tableOnly(connection, seat, button),
    button("phone", translate("other phone"), () => carrySeat(connection, seat)),
    button("close", translate("leave seat"), () => connection.send({ do: "stand", seat: seat.seat })),
  ];
}

/**
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {(name: string, words: string, action: () => unknown) => HTMLElement} button
 */
function othersOffers(connection, seat, button) {
  return [
    seat.who.some((who) => !isMuted(who)) && button("mute", translate("mute"), () => mute(connection, seat.who, true)),
    seat.who.some(isMuted) && button("sound", translate("unmute"), () => mute(connection, seat.who, false)),
    connection.knownTable.host && button("close", translate("remove"), () => connection.send({ do: "remove", seat: seat.seat })),
  ];
}

/**
 * Create the switch to show only the table on a big screen while a phone shows the hand.
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {(name: string, words: string, action: () => unknown) => HTMLElement} button
 */
const tableOnly = (connection, seat, button) =>
  connection.seat === null
    ? button("person", translate("my view"), () => connection.look(seat.seat))
    : button("eye", translate("table only"), () => connection.look(null));

/**
 * Create a form to sit down with a nickname.
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {(action: () => unknown) => unknown} then
 */
export function sitForm(connection, seat, then = (action) => action()) {
  const field = h("input", {
    name: "name",
    maxlength: 24,
    required: true,
    value: preferred("name"),
    "aria-label": translate("name"),
    placeholder: translate("name"),
    autocomplete: "nickname",
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    prefer("name", field.value.trim());
    then(() => connection.send({ do: "sit", seat: seat.seat, name: field.value.trim() }));
  };
  return h("form", { class: "answer", onsubmit: submit }, field, h("button", { class: "primary", type: "submit" }, translate("sit")));
}

/**
 * Create a form to let a bot of one of these levels play a seat.
 * @param {Connection} connection
 * @param {SeatReply} seat
 * @param {string[]} levels
 * @param {(action: () => unknown) => unknown} then
 */
export function botForm(connection, seat, levels, then = (action) => action()) {
  const choice = h(
    "select",
    { "aria-label": translate("level") },
    levelChoices(levels).map(([level, words]) => h("option", { value: level, selected: level === (seat.level || usualLevel(levels)) }, words)),
  );
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    then(() => connection.send({ do: "bot", seat: seat.seat, level: choice.value }));
  };
  return h(
    "form",
    { class: "answer", onsubmit: submit },
    choice,
    h("button", { type: "submit" }, icon("bot"), seat.kind === "person" ? translate("bot keeps") : translate("bot")),
  );
}
