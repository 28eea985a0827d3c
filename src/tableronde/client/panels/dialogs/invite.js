// Invite people and devices to the table: a link to copy and a QR code to scan.

import { dialog } from "../../base/dialog.js";
import { icon } from "../../base/icons.js";
import { networkSwitch } from "./home_network.js";
import { h, refill } from "../../base/elements.js";
import { toast } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply, TableReply } from '../../messages.d.ts' */

/**
 * Create a link with its QR code and a button to copy it; at the room's own machine also the switch that opens it to the home network.
 * @param {string} link
 * @param {string} code
 * @param {string} words
 * @param {TableReply} table
 */
export function linkPanel(link, code, words, { reach, host }) {
  const address = new URL(link, reach || location.href).href;
  const elsewhere = reach !== null;
  return h(
    "div",
    { class: "link-panel" },
    elsewhere && h("img", { class: "qr", src: `${code}${code.includes("?") ? "&" : "?"}at=${encodeURIComponent(reach ?? "")}`, alt: `QR: ${address}`, width: 168, height: 168 }),
    h(
      "div",
      { class: "stack" },
      h("p", {}, elsewhere ? words : translate("only here")),
      h("p", { class: "address" }, address),
      h("div", { class: "row" }, copyButton(address), shareButton(address)),
    ),
    reach !== "" && networkSwitch(host),
  );
}

/**
 * Invite people to this table.
 * @param {Connection} connection
 */
export const invite = (connection) => live(connection, translate("invite"), () => tableLink(connection));

/**
 * Open a dialog with a link, which is drawn again when the room's address changes.
 * @param {Connection} connection
 * @param {string} title
 * @param {() => HTMLElement} panel
 */
function live(connection, title, panel) {
  const holder = h("div", {}, panel());
  const box = dialog(title, holder);
  let { reach } = connection.knownTable;
  connection.on("table", (table) => {
    if (!box.isConnected || table.reach === reach) return;
    ({ reach } = table);
    refill(holder, panel());
  });
  return box;
}

/**
 * Create the link to this table for others.
 * @param {Connection} connection
 */
export const tableLink = (connection) => linkPanel(`/t/${connection.id}`, `/t/${connection.id}/qr.svg`, translate("invite more"), connection.knownTable);

/**
 * Invite a person to one free seat; the link is valid until the seat is taken.
 * @param {Connection} connection
 * @param {SeatReply} seat
 */
export const inviteTo = (connection, seat) =>
  live(connection, translate("invite here"), () => linkPanel(seat.link ?? "", `/t/${connection.id}/qr.svg?seat=${seat.seat}`, translate("invite here more"), connection.knownTable));

/**
 * Open the player's seat on another device.
 * @param {Connection} connection
 * @param {SeatReply} seat
 */
export const carrySeat = (connection, seat) =>
  live(connection, translate("other phone"), () => linkPanel(seat.link ?? "", `/t/${connection.id}/qr.svg?seat=${seat.seat}`, translate("other phone more"), connection.knownTable));

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

/** @param {string} text */
const copyButton = (text) => h("button", { class: "copy-link", type: "button", onclick: () => copy(text) }, icon("copy"), translate("copy"));

/** @param {string} address */
const shareButton = (address) =>
  navigator.share &&
  h("button", { type: "button", onclick: () => navigator.share({ url: address }).catch(() => {}) }, icon("share"), translate("share"));
