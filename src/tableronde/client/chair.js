// A seat opened from the strip: sit down, take it elsewhere, let a bot keep it, take it back, or free it.

import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { carrySeat } from "./invite.js";
import { levelWords, usual } from "./levels.js";
import { h } from "./make.js";
import { isMuted, mute } from "./mute.js";
import { prefer, preferred } from "./preferences.js";
import { say } from "./words.js";

/** Open what can be done with a seat. */
export function openChair(room, curtain, seat) {
  const handed = room.table.private && room.mine().length > 1 && room.seat !== seat.seat && room.table.status === "playing";
  if (seat.yours && seat.kind === "person" && handed) return curtain.turnTo(seat.seat);
  const box = dialog(seat.name || say("open"), ...offers(room, seat, (action) => (box.close(), action())));
}

function offers(room, seat, then) {
  const button = (name, words, action) => h("button", { type: "button", onclick: () => then(action) }, icon(name), words);
  const bot = () => botForm(room, seat, room.table.levels, then);
  const { host } = room.table;
  if (seat.kind === "open") return [sitForm(room, seat, then), host && bot()];
  if (seat.kind === "bot")
    return [seat.yours && button("chair", say("take back"), () => room.send("sit", { seat: seat.seat })), host && bot()];
  return seat.yours ? [...ownOffers(room, seat, button), bot()] : othersOffers(room, seat, button);
}

function ownOffers(room, seat, button) {
  return [
    room.table.private && room.mine().length === 1 && tableOnly(room, seat, button),
    button("phone", say("other phone"), () => carrySeat(room, seat)),
    button("close", say("leave seat"), () => room.send("stand", { seat: seat.seat })),
  ];
}

function othersOffers(room, seat, button) {
  return [
    seat.who.some((who) => !isMuted(who)) && button("mute", say("mute"), () => mute(room, seat.who, true)),
    seat.who.some(isMuted) && button("sound", say("unmute"), () => mute(room, seat.who, false)),
    room.table.host && button("close", say("remove"), () => room.send("remove", { seat: seat.seat })),
  ];
}

/** On a big screen the table alone may be shown, while a phone holds the hand; and back. */
const tableOnly = (room, seat, button) =>
  room.seat === null
    ? button("person", say("my view"), () => room.look(seat.seat))
    : button("eye", say("table only"), () => room.look(null));

/** A form to sit down with a nickname. */
export function sitForm(room, seat, then = (action) => action()) {
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
    then(() => room.send("sit", { seat: seat.seat, name: field.value.trim() }));
  };
  return h("form", { class: "answer", onsubmit: submit }, field, h("button", { class: "primary", type: "submit" }, say("sit")));
}

/** A form to let a bot of some level play a seat. */
export function botForm(room, seat, levels, then = (action) => action()) {
  const choice = h(
    "select",
    { "aria-label": say("level") },
    levels.map((level) => h("option", { value: level, selected: level === (seat.level || usual(levels)) }, levelWords(level))),
  );
  const submit = (event) => {
    event.preventDefault();
    then(() => room.send("bot", { seat: seat.seat, level: choice.value }));
  };
  return h(
    "form",
    { class: "answer", onsubmit: submit },
    choice,
    h("button", { type: "submit" }, icon("bot"), seat.kind === "person" ? say("bot keeps") : say("bot")),
  );
}
