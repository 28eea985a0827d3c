// The switch that opens the room to the home network: for the person at the machine on which the room runs, and for nobody else.

import { h, refill } from "../../base/elements.js";
import { hostKey } from "../../base/host_key.js";
import { translate } from "../../base/language.js";
import { toast } from "../../base/toast.js";

const ADDRESS = "/network.json";

/**
 * Create the switch, if this page may use it. The panel around it is drawn again when the room's address changes.
 * `explains`: a page without the key says where the switch is, if the room is still closed.
 */
export function networkSwitch(explains = false) {
  const holder = h("div", { class: "network", hidden: true });
  if (hostKey() || explains) void show(holder);
  return holder;
}

/** @param {HTMLElement} holder */
async function show(holder) {
  const answer = await fetch(ADDRESS);
  if (!answer.ok) return;
  const { open } = await answer.json();
  holder.hidden = open && !hostKey();
  if (hostKey()) draw(holder, open);
  else refill(holder, h("p", { class: "small faint" }, translate("network no key")));
}

/**
 * @param {HTMLElement} holder
 * @param {boolean} isOpen
 */
function draw(holder, isOpen) {
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", role: "switch", checked: isOpen, onchange: () => turn(holder, box) });
  refill(
    holder,
    h("label", { class: "check switch" }, box, h("span", {}, h("b", {}, translate("network")), h("span", { class: "small faint" }, translate("network more")))),
    isOpen && h("p", { class: "small faint" }, translate("network firewall")),
  );
}

/**
 * @param {HTMLElement} holder
 * @param {HTMLInputElement} box
 */
async function turn(holder, box) {
  box.disabled = true;
  const answer = await fetch(ADDRESS, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ open: box.checked, key: hostKey() }),
  });
  const said = await answer.json();
  if (!answer.ok) toast(said.error);
  draw(holder, answer.ok ? said.open : !box.checked);
}
