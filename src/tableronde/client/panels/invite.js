// Bringing people and devices to the table: a link to copy and a QR code to scan.

import { dialog } from "../base/dialog.js";
import { icon } from "../base/icons.js";
import { h } from "../base/make.js";
import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

const COMMAND = "tableronde serve --host 0.0.0.0";

/** A link with its QR code and a button that copies it; where only this machine can follow it, what to do about that. */
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
      h("p", { class: "small" }, elsewhere ? words : say("only here")),
      !elsewhere && h("div", { class: "row" }, h("code", {}, COMMAND), copyButton(COMMAND, "copy command")),
      !elsewhere && h("p", { class: "small" }, say("on this machine")),
      h("p", { class: "address" }, address),
      h("div", { class: "row" }, copyButton(address), shareButton(address)),
    ),
  );
}

/** Invite people to this table. */
export const invite = (line) => dialog(say("invite"), tableLink(line));

/** The way to this table for others. */
export const tableLink = (line) => linkPanel(`/t/${line.id}`, `/t/${line.id}/qr.svg`, say("invite more"), line.table.reach);

/** Invite somebody to one free seat: good until somebody sits there. */
export const inviteTo = (line, seat) =>
  dialog(say("invite here"), linkPanel(seat.link, `/t/${line.id}/qr.svg?seat=${seat.seat}`, say("invite here more"), line.table.reach));

/** Take a seat of one's own to another device. */
export const carrySeat = (line, seat) =>
  dialog(say("other phone"), linkPanel(seat.link, `/t/${line.id}/qr.svg?seat=${seat.seat}`, say("other phone more"), line.table.reach));

/** Copy text to the clipboard, also where the page is not served securely. */
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
  toast(say("copied"));
}

const copyButton = (text, words = "copy") => h("button", { type: "button", onclick: () => copy(text) }, icon("copy"), say(words));

const shareButton = (address) =>
  navigator.share &&
  h("button", { type: "button", onclick: () => navigator.share({ url: address }).catch(() => {}) }, icon("share"), say("share"));
