// A seat opened from the strip: sit down, take it elsewhere, let a bot keep it, take it back, or free it.

import { dialog } from "../base/dialog.js";
import { icon } from "../base/icons.js";
import { carrySeat, inviteTo } from "./invite.js";
import { levelChoices, usual } from "../base/levels.js";
import { h } from "../base/make.js";
import { isMuted, mute } from "./mute.js";
import { prefer, preferred } from "../base/preferences.js";
import { say } from "../base/words.js";

/** Open what can be done with a seat. */
export function openChair(line, curtain, seat) {
  const handed = line.table.private && line.mine().length > 1 && line.seat !== seat.seat && line.table.status === "playing";
  if (seat.yours && seat.kind === "person" && handed) return curtain.turnTo(seat.seat);
  const box = dialog(seat.name || say("open"), ...offers(line, seat, (action) => (box.close(), action())));
}

function offers(line, seat, then) {
  const button = (name, words, action) => h("button", { type: "button", onclick: () => then(action) }, icon(name), words);
  const bot = () => botForm(line, seat, line.table.suggested, then);
  const { host } = line.table;
  if (seat.kind === "open")
    return [sitForm(line, seat, then), host && button("people", say("invite here"), () => inviteTo(line, seat)), host && bot()];
  if (seat.kind === "bot")
    return [seat.yours && button("chair", say("take back"), () => line.send("sit", { seat: seat.seat })), host && bot()];
  return seat.yours ? [...ownOffers(line, seat, button), bot()] : othersOffers(line, seat, button);
}

function ownOffers(line, seat, button) {
  return [
    line.table.private && line.mine().length === 1 && tableOnly(line, seat, button),
    button("phone", say("other phone"), () => carrySeat(line, seat)),
    button("close", say("leave seat"), () => line.send("stand", { seat: seat.seat })),
  ];
}

function othersOffers(line, seat, button) {
  return [
    seat.who.some((who) => !isMuted(who)) && button("mute", say("mute"), () => mute(line, seat.who, true)),
    seat.who.some(isMuted) && button("sound", say("unmute"), () => mute(line, seat.who, false)),
    line.table.host && button("close", say("remove"), () => line.send("remove", { seat: seat.seat })),
  ];
}

/** On a big screen the table alone may be shown, while a phone holds the hand; and back. */
const tableOnly = (line, seat, button) =>
  line.seat === null
    ? button("person", say("my view"), () => line.look(seat.seat))
    : button("eye", say("table only"), () => line.look(null));

/** A form to sit down with a nickname. */
export function sitForm(line, seat, then = (action) => action()) {
  const field = h("input", {
    name: "name",
    maxlength: 24,
    required: true,
    value: preferred("name"),
    "aria-label": say("name"),
    placeholder: say("name"),
    autocomplete: "nickname",
  });
  const submit = (event) => {
    event.preventDefault();
    prefer("name", field.value.trim());
    then(() => line.send("sit", { seat: seat.seat, name: field.value.trim() }));
  };
  return h("form", { class: "answer", onsubmit: submit }, field, h("button", { class: "primary", type: "submit" }, say("sit")));
}

/** A form to let a bot of one of these levels play a seat. */
export function botForm(line, seat, levels, then = (action) => action()) {
  const choice = h(
    "select",
    { "aria-label": say("level") },
    levelChoices(levels).map(([level, words]) => h("option", { value: level, selected: level === (seat.level || usual(levels)) }, words)),
  );
  const submit = (event) => {
    event.preventDefault();
    then(() => line.send("bot", { seat: seat.seat, level: choice.value }));
  };
  return h(
    "form",
    { class: "answer", onsubmit: submit },
    choice,
    h("button", { type: "submit" }, icon("bot"), seat.kind === "person" ? say("bot keeps") : say("bot")),
  );
}
