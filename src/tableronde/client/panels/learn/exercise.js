// The board of a lesson or a puzzle. Input works as at a table; the server is asked by requests.

import { ActionBar } from "../table/action_bar.js";
import { Board } from "../../board/board.js";
import { Stage } from "../../board/stage.js";
import { Connection } from "../../connection/connection.js";
import { RequestTransport } from "../../connection/request_transport.js";
import { Chooser } from "../../input/chooser.js";
import { Drag } from "../../input/drag.js";
import { Keys } from "../../input/keys.js";
import { Pointer } from "../../input/pointer.js";
import { Race } from "../../input/race.js";
import { sound } from "../../base/sound.js";
import { refusal, toast } from "../../base/toast.js";
import { WhyNot } from "../table/why_not.js";

/** @import { TableReply, TurnReply } from '../../messages.d.ts' */

/** @type {TurnReply} */
const NOBODYS = { to_act: [], yours: false, ply: 0, text: "" };

export class Exercise {
  /**
   * @param {{ game: string, holder: HTMLElement, barHolder: HTMLElement, letters: Record<string, () => unknown> }} parts
   *   `letters` are keys and their functions, besides R, which turns the held piece
   */
  constructor({ game, holder, barHolder, letters }) {
    this.transport = new RequestTransport();
    const connection = new Connection(game, this.transport, tableOf(game));
    this.connection = connection;
    this.stage = new Stage(holder);
    const chooser = new Chooser(connection);
    const race = new Race(connection);
    const actionBar = new ActionBar(barHolder, connection, chooser, race);
    const aim = (/** @type {string | null} */ word) => this.board.aim(word);
    this.keys = new Keys({ stage: this.stage, chooser, actionBar, race, letters: { ...letters, r: () => chooser.rotate(1) }, onAim: aim });
    new Drag(this.stage, chooser, new Pointer(this.stage, chooser, aim));
    new WhyNot(this.stage, connection, barHolder);
    this.board = new Board({ connection, surface: this.stage, chooser, actionBar, keys: this.keys });
    connection.on("refused", (refused) => (sound("refused"), refusal(refused)));
    connection.on("error", (text) => toast(text));
    connection.open();
  }

  /**
   * Go to a step; pending answers for the one before are dropped.
   * @param {string} url
   */
  begin(url) {
    const begun = this.transport.begin(url);
    this.connection.publish("turn", NOBODYS);
    return begun;
  }

  /** Show the position first, also if the board shares its place with the area to use. */
  showBoard() {
    const { picture } = this.stage;
    if (picture) this.stage.turn(picture.areas[0].id);
  }
}

/**
 * Create a table with no other players.
 * @param {string} game
 * @returns {TableReply}
 */
function tableOf(game) {
  const names = { id: "", game, title: "", goal: "", house: "", departs: "", rules: null, reach: null };
  const settings = { clock: null, friendly: true, programs: true, research: false, options: {}, levels: [], suggested: [], phrases: [] };
  return { ...names, ...settings, players: 1, private: false, status: "playing", seats: [], host: false, chat: "off", watchers: 0, previews: true };
}
