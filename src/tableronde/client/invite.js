// Bringing people and devices to the table: a link to copy and a QR code to scan.

import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { h } from "./make.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/** A link with its QR code and a button that copies it. */
export function linkPanel(link, code, words) {
  const address = new URL(link, location.href).href;
  return h(
    "div",
    { class: "link-panel" },
    h("img", { class: "qr", src: code, alt: `QR: ${address}`, width: 168, height: 168 }),
    h(
      "div",
      { class: "stack" },
      h("p", { class: "small" }, words),
      h("p", { class: "address" }, address),
      h("div", { class: "row" }, copyButton(address), shareButton(address)),
    ),
  );
}

/** Invite people to this table. */
export const invite = (room) => dialog(say("invite"), linkPanel(`/t/${room.id}`, `/t/${room.id}/qr.svg`, say("invite more")));

/** Take a seat of one's own to another device. */
export const carrySeat = (room, seat) =>
  dialog(say("other phone"), linkPanel(seat.link, `/t/${room.id}/qr.svg?seat=${seat.seat}`, say("other phone more")));

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

const copyButton = (address) => h("button", { type: "button", onclick: () => copy(address) }, icon("copy"), say("copy"));

const shareButton = (address) =>
  navigator.share &&
  h("button", { type: "button", onclick: () => navigator.share({ url: address }).catch(() => {}) }, icon("share"), say("share"));
