// What is wrong, if anything: faults with the author's lines, a record that no longer fits, what the check says.

import { h, refill } from "../../base/elements.js";
import { say } from "./dev_strings.js";

/** @import { DevFault, DevMisfit, DevState } from '../../types.d.ts' */

/**
 * Show a fault of the game's code: its sentence, the author's line, and the way there.
 * @param {DevFault} fault
 * @param {string} sentence
 */
export function faultBox(fault, sentence) {
  const last = fault.lines.at(-1);
  return h(
    "section",
    { class: "dev-fault", role: "alert" },
    h("p", { class: "faint small" }, sentence),
    h("p", { class: "dev-cause" }, h("strong", {}, fault.kind), `: ${fault.text}`),
    fault.where && h("p", {}, h("code", {}, shorten(fault.where))),
    last?.code && h("pre", {}, last.code),
    fault.lines.length > 1 &&
      h(
        "ol",
        { class: "small" },
        fault.lines.map(({ file, line, name, code }) => h("li", {}, h("code", {}, `${shorten(file)}:${line} ${name}`), " ", h("code", { class: "faint" }, code))),
      ),
  );
}

/** @param {string} path */
const shorten = (path) => path.split("/").slice(-2).join("/");

/**
 * Show where a record stops fitting the rules.
 * @param {DevMisfit} misfit
 * @param {number} events
 */
function misfitBox(misfit, events) {
  return h(
    "section",
    { class: "dev-fault", role: "alert", "data-misfit": misfit.event },
    h("p", { class: "dev-cause" }, misfit.event ? say("misfit", misfit.event, misfit.action, misfit.actor) : say("misfit setup")),
    h("p", {}, misfit.why),
    misfit.fault?.where && h("p", {}, h("code", {}, shorten(misfit.fault.where))),
    h("p", { class: "faint small" }, say("misfit kept", events)),
  );
}

/**
 * Fill the report of a state: faults that hold everything up, and the record's misfit.
 * @param {HTMLElement} holder
 * @param {DevState} state
 */
export function drawReport(holder, { fault, misfit, events, position }) {
  refill(
    holder,
    fault && faultBox(fault, say("fault load")),
    !fault && misfit && misfitBox(misfit, events),
    position.fault && faultBox(position.fault, say("fault ask")),
  );
}

/**
 * Fill the verdict of the check; `open` shows the game of its first fault.
 * @param {HTMLElement} holder
 * @param {DevState} state
 * @param {(record: unknown) => unknown} open
 */
export function drawVerdict(holder, { check }, open) {
  const { status, count, first, record, advice = [], fault } = check;
  holder.dataset.check = status;
  const sound = count ? say("check sound", count.games, count.positions) : "";
  refill(
    holder,
    h("p", { class: `dev-verdict ${status}` }, status === "sound" ? sound : say(status === "fault" ? "check fault" : status === "running" ? "check running" : "check waiting")),
    first && h("p", { class: "small" }, first),
    fault && faultBox(fault, ""),
    record ? h("button", { type: "button", onclick: () => open(record) }, say("first fault")) : null,
    advice.length > 0 && h("details", { class: "small" }, h("summary", {}, `${say("advice")} (${advice.length})`), advice.map((line) => h("p", {}, line))),
  );
}
