// Who is likely to win at a table: a bar for who looks on while the game goes on, the whole curve for everybody once it is over.

import { Chances, wanted } from "./chances.js";
import { Curve } from "./curve.js";
import { onPreference } from "../base/preferences.js";

export class Outlook {
  /** `talk` has a tab for the curve; `recall` shows earlier moments on the stage, and says which. */
  constructor(bar, talk, line, recall) {
    this.bar = new Chances(bar);
    this.talk = talk;
    this.line = line;
    this.recall = recall;
    this.wished = false;
    this.curve = null;
    recall.onMoment = (ply) => this.curve?.at(ply ?? Infinity);
    line.on("state", (state) => state === "open" && (this.wished = false));
    line.on("table", () => this.see());
    line.on("outlook", (outlook) => this.hear(outlook));
    line.on("back", (ply) => this.ply > ply && this.bar.hide());
    onPreference((name) => name === "chances" && this.see());
  }

  /** Ask for what one may know, and forget what is no longer for these eyes. */
  see() {
    const { table } = this.line;
    const wish = wanted() && table?.status === "playing" && !this.line.mine().length;
    if (wish !== this.wished) this.line.send("outlook", { yes: wish });
    this.wished = wish;
    if (!wish) this.bar.hide();
    this.look(table?.status === "over");
  }

  hear({ ply, shares }) {
    this.ply = ply;
    if (this.wished) this.bar.show(this.line.table.seats, shares, ply);
  }

  /** The curve of a game that is over; if its end is taken back the curve goes, too. */
  look(over) {
    if (!over) {
      this.curve = null;
      this.talk.offerCurve(false);
    } else if (!this.curve) {
      this.curve = new Curve(this.talk.curve, this.line.id, (ply) => this.go(ply), (seen) => this.talk.offerCurve(seen));
    }
  }

  /** A moment on the stage; where log and curve lie over it they make way. */
  go(ply) {
    this.talk.curve.closest("dialog")?.close();
    if (ply < this.curve.data.plies) this.recall.go(ply);
    else this.recall.leave();
  }
}
