// Bringing people and devices to the table: a link to copy and a QR code to scan.

import { dialog } from "../base/dialog.js";
import { icon } from "../base/icons.js";
import { h } from "../base/make.js";
import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

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
export const invite = (line) => dialog(say("invite"), linkPanel(`/t/${line.id}`, `/t/${line.id}/qr.svg`, say("invite more")));

/** Take a seat of one's own to another device. */
export const carrySeat = (line, seat) =>
  dialog(say("other phone"), linkPanel(seat.link, `/t/${line.id}/qr.svg?seat=${seat.seat}`, say("other phone more")));

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
