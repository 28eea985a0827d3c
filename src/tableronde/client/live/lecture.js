// A lesson as this browser knows it. It listens like the line to a table, but asks by request: the server keeps nothing of it.

import { Line } from "./line.js";
import { language, say } from "../base/words.js";

export class Lecture extends Line {
  constructor(game) {
    super(game);
    this.table = { previews: true, status: "playing", seats: [] };
    this.url = "";
    this.said = Promise.resolve(); // one question after the other, as on a socket
  }

  /** Go to a step; what is still being said at another one counts no more. */
  begin(url) {
    this.url = url;
    this.tell("turn", {});
    return this.ask(url);
  }

  /** @override */
  send(what, more = {}) {
    this.ask(this.url, { do: what, ...more });
    return true;
  }

  ask(url, message) {
    this.said = this.said.then(() => this.hearFrom(url, message));
    return this.said;
  }

  async hearFrom(url, message) {
    if (url !== this.url) return;
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const post = message && { method: "POST", headers, body: JSON.stringify(message) };
    const answer = await fetch(`${url}${url.includes("?") ? "&" : "?"}lang=${language}`, post).catch(() => null);
    const heard = await answer?.json().catch(() => null);
    if (url !== this.url) return;
    if (answer?.ok && heard) this.hear(heard);
    else this.hear({ error: heard?.error ?? say("lost") });
  }
}
