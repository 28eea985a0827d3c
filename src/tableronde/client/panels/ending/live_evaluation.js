// Win probabilities at a table: a bar for spectators during the game, the whole graph for everyone once it is over.

import { WinProbability, isWanted } from "./win_probability.js";
import { EvaluationGraph } from "./evaluation_graph.js";
import { onPreference } from "../../base/preferences.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { OutlookReply } from '../../messages.d.ts' */
/** @import { Chat } from '../table/chat.js' */
/** @import { Recall } from '../table/recall.js' */

export class LiveEvaluation {
  /**
   * `chat` has a tab for the graph; `recall` shows earlier positions on the stage.
   * @param {HTMLElement} bar
   * @param {Chat} chat
   * @param {Connection} connection
   * @param {Recall} recall
   */
  constructor(bar, chat, connection, recall) {
    this.bar = new WinProbability(bar);
    this.chat = chat;
    this.connection = connection;
    this.recall = recall;
    this.wished = false;
    this.ply = 0;
    /** @type {EvaluationGraph | null} */
    this.curve = null;
    recall.onMoment((ply) => this.curve?.at(ply ?? Infinity));
    connection.on("state", (state) => state === "open" && (this.wished = false));
    connection.on("table", () => this.see());
    connection.on("outlook", (outlook) => this.receive(outlook));
    connection.on("back", (ply) => this.ply > ply && this.bar.hide());
    onPreference((name) => name === "chances" && this.see());
  }

  /** Request what this viewer may see, and hide what it may not see any more. */
  see() {
    const { table } = this.connection;
    const wish = isWanted() && table?.status === "playing" && !this.connection.ownSeats().length;
    if (wish !== this.wished) this.connection.send({ do: "outlook", yes: wish });
    this.wished = wish;
    if (!wish) this.bar.hide();
    this.look(table?.status === "over");
  }

  /** @param {OutlookReply} outlook */
  receive({ ply, shares }) {
    this.ply = ply;
    if (this.wished) this.bar.show(this.connection.knownTable.seats, shares, ply);
  }

  /**
   * Show the graph of a finished game; if its end is undone, remove the graph.
   * @param {boolean} over
   */
  look(over) {
    if (!over) {
      /** @type {EvaluationGraph | null} */
    this.curve = null;
      this.chat.offerCurve(false);
    } else if (!this.curve) {
      this.curve = new EvaluationGraph(this.chat.curve, this.connection.id, (ply) => this.go(ply), (seen) => this.chat.offerCurve(seen));
    }
  }

  /**
   * Show a position on the stage; a dialog with log and graph over it is closed.
   * @param {number} ply
   */
  go(ply) {
    this.chat.curve.closest("dialog")?.close();
    if (this.curve && ply < this.curve.data.plies) this.recall.go(ply);
    else this.recall.leave();
  }
}
