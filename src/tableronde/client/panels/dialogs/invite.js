// Invite people and devices to the table: a link to copy and a QR code to scan.

import { dialog } from "../../base/dialog.js";
import { icon } from "../../base/icons.js";
import { h } from "../../base/elements.js";
import { toast } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply } from '../../messages.d.ts' */

const COMMAND = "tableronde serve --host 0.0.0.0";

/**
 * Create a link with its QR code and a button to copy it; if it only works on this machine, with advice.
 * @param {string} link
 * @param {string} code
 * @param {string} words
 * @param {string | null | undefined} reach
 */
export function linkPanel(link, code, words, reach) {
  const address = new URL(link, reach || location.href).href;
  const elsewhere = reach !== null;
  return h(
    "div",
    { class: "link-panel" },
    elsewhere && h("img", { class: "qr", src: code, alt: `QR: ${address}`, width: 168, height: 168 }),
    h(
      "div",
      { class: "stack" },
      h("p", { class: "small" }, elsewhere ? words : translate("only here")),
      !elsewhere && h("div", { class: "row" }, h("code", {}, COMMAND), copyButton(COMMAND, "copy command")),
      !elsewhere && h("p", { class: "small" }, translate("on this machine")),
      h("p", { class: "address" }, address),
      h("div", { class: "row" }, copyButton(address), shareButton(address)),
    ),
  );
}

/**
 * Invite people to this table.
 * @param {Connection} connection
 */
export const invite = (connection) => dialog(translate("invite"), tableLink(connection));

/**
 * Create the link to this table for others.
 * @param {Connection} connection
 */
export const tableLink = (connection) => linkPanel(`/t/${connection.id}`, `/t/${connection.id}/qr.svg`, translate("invite more"), connection.knownTable.reach);

/**
 * Invite a person to one free seat; the link is valid until the seat is taken.
 * @param {Connection} connection
 * @param {SeatReply} seat
 */
export const inviteTo = (connection, seat) =>
  dialog(translate("invite here"), linkPanel(seat.link ?? "", `/t/${connection.id}/qr.svg?seat=${seat.seat}`, translate("invite here more"), connection.knownTable.reach));

/**
 * Open the player's seat on another device.
 * @param {Connection} connection
 * @param {SeatReply} seat
 */
export const carrySeat = (connection, seat) =>
  dialog(translate("other phone"), linkPanel(seat.link ?? "", `/t/${connection.id}/qr.svg?seat=${seat.seat}`, translate("other phone more"), connection.knownTable.reach));

/**
 * Copy text to the clipboard, also on pages without HTTPS.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = h("textarea", { class: "unseen" }, text);
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(translate("copied"));
}

/**
 * @param {string} text
 * @param {string} words
 */
const copyButton = (text, words = "copy") => h("button", { type: "button", onclick: () => copy(text) }, icon("copy"), translate(words));

/** @param {string} address */
const shareButton = (address) =>
  navigator.share &&
  h("button", { type: "button", onclick: () => navigator.share({ url: address }).catch(() => {}) }, icon("share"), translate("share"));
