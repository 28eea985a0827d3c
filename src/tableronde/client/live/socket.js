// The line to the server: it comes back by itself, at first at once, then more and more patiently.

const PATIENCE = [100, 300, 700, 1500, 3000, 5000, 8000];
const PING = 20_000;
const SILENCE = 45_000;
const REFUSED = [4403, 4404, 4421, 4503]; // closed for good: not from here, no such table, a game whose program fails

export class Socket {
  /** `address()` says where to connect, asked anew each time; `hear` gets each message, `state` "open", "lost" or, for good, "refused". */
  constructor(address, hear, state) {
    this.address = address;
    this.hear = hear;
    this.state = state;
    this.tries = 0;
    this.wire = null;
    this.heardAt = 0;
    this.connect();
    setInterval(() => this.beat(), PING);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** Send a message; false if the line is down. */
  send(message) {
    if (this.wire?.readyState !== WebSocket.OPEN) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  connect() {
    clearTimeout(this.timer);
    this.wire = this.dial();
    this.wire.onopen = () => {
      this.heardAt = Date.now();
      this.state("open");
    };
  }

  /** Go over to another server: this line is let go only when there the first word is said. */
  move() {
    const next = this.dial();
    const hear = next.onmessage;
    next.onmessage = (event) => {
      this.wire.onmessage = this.wire.onclose = null;
      this.wire.close();
      this.wire = next;
      next.onmessage = hear;
      this.state("open");
      next.onmessage(event);
    };
  }

  dial() {
    const wire = new WebSocket(this.address());
    wire.onmessage = ({ data }) => {
      this.tries = 0;
      this.heardAt = Date.now();
      this.hear(JSON.parse(data));
    };
    wire.onclose = ({ code }) => wire === this.wire && (REFUSED.includes(code) ? this.state("refused") : this.retry());
    return wire;
  }

  retry() {
    this.state("lost");
    const wait = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  hurry() {
    if (this.wire.readyState === WebSocket.CLOSED) this.connect();
  }

  /** Ask whether the other side still lives; hang up if it has been silent for too long. */
  beat() {
    if (Date.now() - this.heardAt > SILENCE) this.wire.close();
    else this.send({ do: "ping" });
  }
}
