// A table or exercise as this browser knows it: the latest values from the server, and listeners for new ones.

import { rememberNames } from "../base/names.js";

/**
 * @import { ChoicesReply, ClientMessage, ClockReply, LogLineReply, OutcomeReply, RefusalReply, Reply, SceneReply, TableReply, TurnReply, VerdictAnswer } from '../messages.d.ts'
 */

/**
 * A message from the server about a table or an exercise: one or more of these keys.
 * @typedef {Omit<Reply, "scene" | "told" | "refused"> & {
 *   scene?: SceneReply,
 *   told?: LogLineReply[] | string[],
 *   refused?: RefusalReply & { ref?: string | number | null },
 *   verdict?: VerdictAnswer,
 * }} Message
 */

/** @typedef {"open" | "lost" | "refused"} State */
/** @typedef {ClockReply & { receivedAt: number }} Clock */

/**
 * An action that waits for confirmation or for the player's text; `second`: why it should be confirmed.
 * @typedef {{ action: string, open: boolean, second?: string, label?: string }} Held
 */

/** @typedef {Required<Message> & { any: Message, state: State, held: Held }} Published */
/** @typedef {(value: unknown, message: Message) => void} Listener */

/**
 * Receives what a transport reports. `seat` is the seat whose view is shown: undefined until one is chosen, null for a spectator.
 * @typedef {object} Receiver
 * @property {(message: Message) => void} receive
 * @property {(state: State, resumed?: boolean) => void} changeState
 * @property {() => number | null | undefined} seat
 */

/**
 * Carries messages. `send` returns false if a message cannot be sent now.
 * @typedef {object} Transport
 * @property {(receiver: Receiver) => void} open
 * @property {(message: ClientMessage) => boolean} send
 */

const LATE = 20_000; // milliseconds after which a message without an answer is not sent again

export class Connection {
  /**
   * @param {string} id
   * @param {Transport} transport
   * @param {TableReply | null} table as known before the first message
   */
  constructor(id, transport, table = null) {
    this.id = id;
    this.transport = transport;
    this.fault = ""; // why there is no picture, while the game's code fails
    /** @type {number | null} */
    this.seat = null;
    /** @type {number | null | undefined} */
    this.lookedAt = undefined;
    /** @type {Map<string, Listener[]>} */
    this.listeners = new Map();
    /** @type {[keyof Published, unknown, Message][] | null} */
    this.history = []; // everything published until `join`; then null
    this.lastRef = 0;
    /** @type {Map<string | number | null | undefined, { message: ClientMessage & { ply?: number | null }, at: number }>} */
    this.unanswered = new Map(); // messages that must be processed exactly once, by ref
    this.resyncing = false; // whether the server is about to send everything again
    this.table = table;
    /** @type {TurnReply | null} */
    this.turn = null;
    /** @type {ChoicesReply | null} */
    this.choices = null;
    /** @type {Clock | null} */
    this.clock = null;
    /** @type {OutcomeReply | null} */
    this.outcome = null;
    /** @type {number[] | null} */
    this.scores = null;
    /** @type {SceneReply | null} */
    this.scene = null;
  }

  /** The table, which the server describes before anything can be pressed. */
  get knownTable() {
    if (!this.table) throw new Error(`nothing is known of table ${this.id} yet`);
    return this.table;
  }

  /** Connect and start to receive messages. */
  open() {
    this.transport.open({
      receive: (message) => this.receive(message),
      changeState: (state, resumed) => this.changeState(state, resumed),
      seat: () => this.lookedAt,
    });
  }

  /**
   * Call `listener` with the value each time the server sends this key.
   * @template {keyof Published} K
   * @param {K} key
   * @param {(value: Published[K], message: Message) => unknown} listener
   */
  on(key, listener) {
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), /** @type {Listener} */ (listener)]);
  }

  /**
   * Let late listeners register in `register`: they get everything published before, in order. No listeners can join after that.
   * @template T
   * @param {() => T} register
   * @returns {T}
   */
  join(register) {
    const present = this.listeners;
    this.listeners = new Map();
    try {
      const joined = register();
      for (const [key, value, message] of this.history ?? []) this.notify(key, value, message);
      this.history = null;
      return joined;
    } finally {
      for (const [key, late] of this.listeners) present.set(key, [...(present.get(key) ?? []), ...late]);
      this.listeners = present;
    }
  }

  /**
   * Send a message; false if that is not possible now.
   * @param {ClientMessage} message
   */
  send(message) {
    return this.transport.send(message);
  }

  /**
   * Press a word after those picked; with `hold` a complete action is not played yet.
   * @param {string[]} picked
   * @param {string} word
   * @param {boolean} hold
   */
  press(picked, word, hold) {
    return this.sendOnce({ do: "press", picked, word, hold });
  }

  /**
   * Play an action for the seat shown, or for another one of this guest; `sure` confirms it.
   * @param {string} action
   * @param {{ seat?: number | null, sure?: boolean }} options
   */
  act(action, { seat = this.seat, sure = false } = {}) {
    return this.sendOnce({ do: "act", seat, action, sure });
  }

  /**
   * Send a message that must be processed exactly once, with its ply: if the answer is lost it can be sent again.
   * @param {import('../messages.d.ts').PressMessage | import('../messages.d.ts').ActMessage} message
   */
  sendOnce(message) {
    const ref = ++this.lastRef;
    const marked = { ...message, ref, ply: this.turn?.ply };
    this.unanswered.set(ref, { message: marked, at: Date.now() });
    return this.send(marked);
  }

  /**
   * Send unanswered messages again after the server has sent everything again, unless an event has happened since.
   * @param {TurnReply} turn
   */
  resend(turn) {
    this.resyncing = false;
    const waiting = [...this.unanswered.values()];
    this.unanswered.clear();
    for (const { message, at } of waiting) {
      if (message.ply === turn.ply && Date.now() - at < LATE) this.send(message);
    }
  }

  /**
   * Handle a transport that is lost, refused, or open again; `resumed`: on another server, which does not know the seat shown.
   * @param {State} state
   */
  changeState(state, resumed = false) {
    if (state === "open") this.resyncing = true;
    this.publish("state", state);
    if (state === "open" && resumed && this.lookedAt !== undefined) this.send({ do: "look", seat: this.lookedAt });
  }

  /**
   * Show the view of another seat; null for a spectator. Until then the server chooses: the guest's own seat, if any.
   * @param {number | null} seat
   */
  look(seat) {
    this.lookedAt = seat;
    this.send({ do: "look", seat });
  }

  /** Return the seats this guest holds. */
  ownSeats() {
    return (this.table?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.seat);
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.table?.seats[seat]?.name ?? "";
  }

  /**
   * Store a message's values, and publish them key by key.
   * @param {Message} message
   */
  receive(message) {
    this.keep(message);
    for (const [key, value] of Object.entries(message)) this.publish(/** @type {keyof Message} */ (key), value, message);
    this.publish("any", message);
    if ("why" in message || "choices" in message) this.unanswered.clear(); // the answer to a press
    for (const ref of [message.ok, message.ref, message.refused?.ref, message.second?.ref]) this.unanswered.delete(ref);
    if (this.resyncing && message.turn) this.resend(message.turn);
  }

  /** @param {Message} message */
  keep(message) {
    if (message.scene) this.seat = message.scene.seat ?? null;
    if (message.turn) this.clock = null; // a message with a running clock includes it
    if (message.clock) this.clock = { ...message.clock, receivedAt: Date.now() };
    if (message.fault !== undefined || message.scene) this.fault = message.fault ?? "";
    this.table = message.table ?? this.table;
    if (message.table?.seats) rememberNames(message.table.seats.flatMap(({ name, told }) => [name, told]));
    this.turn = message.turn ?? this.turn;
    this.choices = message.choices ?? this.choices;
    this.outcome = message.outcome ?? this.outcome;
    this.scores = message.scores ?? this.scores;
    this.scene = message.scene ?? this.scene;
  }

  /**
   * Notify all listeners of a key.
   * @template {keyof Published} K
   * @param {K} key
   * @param {Published[K]} value
   * @param {Message} message
   */
  publish(key, value, message = {}) {
    this.history?.push([key, value, message]);
    this.notify(key, value, message);
  }

  /**
   * @param {string} key
   * @param {unknown} value
   * @param {Message} message
   */
  notify(key, value, message) {
    for (const listener of this.listeners.get(key) ?? []) listener(value, message);
  }
}
