// Dragging: what has been pressed and moved follows the pointer, and lies where it is let go, by the same rules as pressing.

const FAR = 8; // CSS pixels before a press becomes a drag

export class Drag {
  constructor(stage, chooser, press) {
    this.stage = stage;
    this.chooser = chooser;
    this.press = press;
    this.start = null;
    this.held = null;
    this.dropped = null;
    chooser.line.on("any", () => this.dropped && queueMicrotask(() => this.lay()));
    stage.svg.addEventListener("pointerdown", (event) => this.down(event));
    stage.svg.addEventListener("pointermove", (event) => this.move(event));
    stage.svg.addEventListener("pointerup", (event) => this.up(event));
    stage.svg.addEventListener("pointercancel", () => this.drop());
    stage.svg.addEventListener("click", (event) => this.dragged && event.preventDefault(), true);
  }

  down(event) {
    this.dragged = false;
    const [node] = event.button === 0 ? this.press.under(event.clientX, event.clientY) : [];
    this.start = node && { node, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  move(event) {
    if (!this.start || event.pointerId !== this.start.id) return;
    const { x, y } = this.start;
    if (!this.held && Math.hypot(event.clientX - x, event.clientY - y) >= FAR) this.lift();
    if (!this.held) return;
    this.place(event);
    this.press.hover(event);
  }

  /** Take it up: it is picked, but nothing is played by taking it, and a copy of it follows the pointer. */
  lift() {
    const { node, id } = this.start;
    const { word } = node.dataset;
    this.dragged = true;
    if (!this.chooser.picked().includes(word)) this.chooser.press(word, true);
    this.held = node.cloneNode(true);
    for (const name of ["data-shape", "data-word", "tabindex", "role", "aria-label"]) this.held.removeAttribute(name);
    this.held.setAttribute("class", "dragged");
    this.home = node.getScreenCTM();
    this.stage.svg.append(this.held);
    this.stage.svg.setPointerCapture?.(id);
  }

  /** Under the pointer, as large as it lay on the table. */
  place({ clientX, clientY }) {
    const { a, b, c, d } = this.stage.svg.getScreenCTM().inverse().multiply(this.home);
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.stage.svg.getScreenCTM().inverse());
    this.held.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${at.x} ${at.y})`);
  }

  /** Let it go; if the room has not said yet where it may lie, it waits there for a moment. */
  up({ clientX, clientY }) {
    if (!this.held) return void (this.start = null);
    this.dropped = { clientX, clientY, word: this.start.node.dataset.word };
    if (this.chooser.picked().includes(this.dropped.word)) this.lay();
  }

  /** On a choice it is laid there; anywhere else it goes back. */
  lay() {
    if (!this.dropped) return;
    const { word, ...at } = this.dropped;
    const target = this.press.meant(at).find((node) => node.classList.contains("pressable") && node.dataset.word !== word);
    if (target) this.chooser.press(target.dataset.word);
    else if (this.chooser.held) this.chooser.back();
    else this.chooser.letGo();
    this.drop();
  }

  drop() {
    this.held?.remove();
    this.start = this.held = this.dropped = null;
  }
}
