// Whom this device does not want to hear: kept here, and told to the server each time the line opens.

import { prefer, preferred } from "./preferences.js";

const MOST = 50; // the latest

const kept = () => preferred("muted").split(" ").filter(Boolean);

/** Whether a speaker is muted. */
export const isMuted = (who) => kept().includes(who);

/** Hear no more of some speakers, or again. */
export function mute(room, speakers, yes) {
  const others = kept().filter((who) => !speakers.includes(who));
  prefer("muted", [...others, ...(yes ? speakers : [])].slice(-MOST).join(" "));
  for (const guest of speakers) room.send("mute", { guest, yes });
}

/** Remind the server whom of those at this table not to pass on. */
export function remind(room) {
  const here = room.table.seats.flatMap((seat) => seat.who);
  for (const guest of here.filter(isMuted)) room.send("mute", { guest });
}
