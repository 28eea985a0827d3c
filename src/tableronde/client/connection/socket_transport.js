// A WebSocket to a table. After a loss it reconnects: at first at once, then after longer and longer pauses.

import { language } from "../base/language.js";

/** @import { ClientMessage, Reply } from '../messages.d.ts' */
/** @import { Receiver } from './connection.js' */

const PAUSES = [100, 300, 700, 1500, 3000, 5000, 8000];
const PING = 20_000;
const SILENCE = 45_000;
const REFUSED = [4403, 4404, 4421, 4503]; // closed permanently: wrong origin, no such table, a game whose code fails

export class SocketTransport {
  /** @param {string} table its id */
  constructor(table) {
    this.table = table;
    this.tries = 0;
    this.receivedAt = 0;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Receiver | null} */
    this.receiver = null;
  }

  /** @param {Receiver} receiver */
  open(receiver) {
    this.receiver = receiver;
    this.connect();
    setInterval(() => this.beat(), PING);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  connect() {
    clearTimeout(this.timer);
    this.socket = this.dial();
    this.socket.onopen = () => {
      this.receivedAt = Date.now();
      this.receiver?.changeState("open");
    };
  }

  /** Move to another server: the old socket is closed once the new one has received its first message. */
  move() {
    const next = this.dial();
    const receive = next.onmessage;
    next.onmessage = (event) => {
      const old = this.socket;
      if (old) {
        old.onmessage = old.onclose = null;
        old.close();
      }
      this.socket = next;
      next.onmessage = receive;
      this.receiver?.changeState("open");
      receive?.call(next, event);
    };
  }

  dial() {
    const socket = new WebSocket(this.address());
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      this.receivedAt = Date.now();
      this.receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (REFUSED.includes(code)) this.receiver?.changeState("refused");
      else this.retry();
    };
    return socket;
  }

  /**
   * Handle keys about the socket itself: that it continues at another server, or that a new one is needed.
   * @param {Reply} message
   */
  receive(message) {
    if (message.line) this.receiver?.changeState(message.line, true);
    else if (message.move) this.move();
    else this.receiver?.receive(message);
  }

  retry() {
    this.receiver?.changeState("lost");
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    this.timer = setTimeout(() => this.connect(), pause * (0.8 + 0.4 * Math.random()));
  }

  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.connect();
  }

  /** Ping the server; close the socket if it has been silent for too long. */
  beat() {
    if (Date.now() - this.receivedAt > SILENCE) this.socket?.close();
    else this.send({ do: "ping" });
  }

  address() {
    const address = new URL(`/t/${this.table}/live`, location.href);
    const seat = this.receiver?.seat();
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = String(new URLSearchParams({ feed: "scene", lang: language, ...(seat === undefined ? {} : { seat: String(seat ?? "none") }) }));
    return address;
  }
}
