// A stage one sits at alone: in a lesson or at a puzzle. It is pressed as at a table.

import { Chooser } from "./chooser.js";
import { Dock } from "../panels/dock.js";
import { Drag } from "./drag.js";
import { Keys } from "./keys.js";
import { paint } from "./paint.js";
import { Press } from "./press.js";
import { Race } from "./race.js";
import { sound } from "../base/sound.js";
import { Stage } from "../stage/stage.js";
import { refusal, toast } from "../base/toast.js";
import { Why } from "../panels/why.js";

/** Let everything listen to the line; `letters` are keys and what they do, beside R that turns what is held. */
export function bench(holder, docked, line, letters) {
  const stage = new Stage(holder);
  const chooser = new Chooser(line);
  const race = new Race(line);
  const dock = new Dock(docked, line, chooser, race);
  const aim = (word) => preview.aim(word);
  const keys = new Keys(stage, chooser, dock, race, { ...letters, r: () => chooser.rotate(1) }, aim);
  new Drag(stage, chooser, new Press(stage, chooser, aim));
  new Why(stage, line);
  const { preview } = paint(line, stage, chooser, dock, keys);
  dock.onlooker.hidden = true;
  line.on("refused", (refused) => (sound("refused"), refusal(refused)));
  line.on("error", (text) => toast(text));
  return keys;
}
