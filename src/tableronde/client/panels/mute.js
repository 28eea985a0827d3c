// Whom this device does not want to hear: kept here, and told to the server each time the line opens.

import { prefer, preferred } from "../base/preferences.js";

const MOST = 50; // the latest

const kept = () => preferred("muted").split(" ").filter(Boolean);

/** Whether a speaker is muted. */
export const isMuted = (who) => kept().includes(who);

/** Hear no more of some speakers, or again. */
export function mute(line, speakers, yes) {
  const others = kept().filter((who) => !speakers.includes(who));
  prefer("muted", [...others, ...(yes ? speakers : [])].slice(-MOST).join(" "));
  for (const guest of speakers) line.send("mute", { guest, yes });
}

/** Remind the server whom of those at this table not to pass on. */
export function remind(line) {
  const here = line.table.seats.flatMap((seat) => seat.who);
  for (const guest of here.filter(isMuted)) line.send("mute", { guest });
}
