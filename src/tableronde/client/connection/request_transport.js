// Requests to a step of a lesson or to a puzzle, one after the other: the server stores no state.

import { language, translate } from "../base/language.js";

/** @import { ClientMessage } from '../messages.d.ts' */
/** @import { Message, Receiver } from './connection.js' */

export class RequestTransport {
  constructor() {
    this.url = "";
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** @type {Receiver | null} */
    this.receiver = null;
  }

  /** @param {Receiver} receiver */
  open(receiver) {
    this.receiver = receiver;
  }

  /**
   * Go to another step; pending answers for the one before are dropped.
   * @param {string} url
   */
  begin(url) {
    this.url = url;
    return this.ask(url);
  }

  /** @param {ClientMessage} message */
  send(message) {
    this.ask(this.url, message);
    return true;
  }

  /**
   * @param {string} url
   * @param {ClientMessage} [message]
   */
  ask(url, message) {
    this.queue = this.queue.then(() => this.fetch(url, message));
    return this.queue;
  }

  /**
   * @param {string} url
   * @param {ClientMessage} [message]
   */
  async fetch(url, message) {
    if (url !== this.url) return;
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const post = message && { method: "POST", headers, body: JSON.stringify(message) };
    const answer = await fetch(`${url}${url.includes("?") ? "&" : "?"}lang=${language}`, post).catch(() => null);
    /** @type {Message | null} */
    const found = await answer?.json().catch(() => null);
    if (url !== this.url) return;
    if (answer?.ok && found) this.receiver?.receive(found);
    else this.receiver?.receive({ error: found?.error ?? translate("lost") });
  }
}
