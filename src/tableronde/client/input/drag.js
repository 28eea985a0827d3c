// Drag and drop: a pressed shape follows the pointer and is placed where it is dropped, by the same rules as pressing. A shape that is
// pressed after its place, as a token after a sarcophagus, is dragged just the same.

/** @import { Stage } from '../board/stage.js' */
/** @import { Chooser } from './chooser.js' */
/** @import { Pointer } from './pointer.js' */

const FAR = 8; // CSS pixels before a press becomes a drag

export class Drag {
  /**
   * @param {Stage} stage
   * @param {Chooser} chooser
   * @param {Pointer} pointer
   */
  constructor(stage, chooser, pointer) {
    this.stage = stage;
    this.chooser = chooser;
    this.pointer = pointer;
    /** @type {{ node: SVGGElement, x: number, y: number, id: number } | null} */
    this.start = null; // the press that may become a drag
    /** @type {SVGElement | null} */
    this.held = null; // the copy that follows the pointer
    /** @type {DOMMatrix | null} */
    this.home = null; // its original place and scale
    /** @type {{ clientX: number, clientY: number, word: string } | null} */
    this.dropped = null; // the drop that waits for the server's answer
    this.dragged = false;
    this.isLoose = false; // whether it cannot be pressed before the place it is dropped on
    /** @type {string | null} */
    this.awaited = null; // the word of a loose shape that has been dropped on a place
    chooser.connection.on("any", () => (this.dropped || this.awaited) && queueMicrotask(() => (this.awaited ? this.join() : this.lay())));
    stage.svg.addEventListener("pointerdown", (event) => this.down(event));
    stage.svg.addEventListener("pointermove", (event) => this.move(event));
    stage.svg.addEventListener("pointerup", (event) => this.up(event));
    stage.svg.addEventListener("pointercancel", () => this.drop());
    stage.svg.addEventListener("click", (event) => this.dragged && event.preventDefault(), true);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    const [node] = event.button === 0 ? this.pointer.under(event.clientX, event.clientY) : [];
    this.start = node ? { node, x: event.clientX, y: event.clientY, id: event.pointerId } : null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.start || event.pointerId !== this.start.id) return;
    const { x, y } = this.start;
    if (!this.held && Math.hypot(event.clientX - x, event.clientY - y) >= FAR) this.lift();
    if (!this.held) return;
    this.place(event);
    this.pointer.hover(event);
  }

  /** Start the drag: the shape is picked without playing anything, and a copy of it follows the pointer. */
  lift() {
    if (!this.start) return;
    const { node, id } = this.start;
    const { word = "" } = node.dataset;
    this.dragged = true;
    this.isLoose = !node.classList.contains("pressable") && !this.chooser.picked().includes(word) && this.stage.pressables().length > 0;
    if (!this.isLoose && !this.chooser.picked().includes(word)) this.chooser.press(word, true);
    const held = /** @type {SVGElement} */ (node.cloneNode(true));
    this.held = held;
    for (const name of ["data-shape", "data-word", "tabindex", "role", "aria-label"]) held.removeAttribute(name);
    held.setAttribute("class", "dragged");
    this.home = node.getScreenCTM();
    this.stage.svg.append(held);
    this.stage.svg.setPointerCapture?.(id);
  }

  /**
   * Place the copy under the pointer, in its original size.
   * @param {PointerEvent} event
   */
  place({ clientX, clientY }) {
    const screen = this.stage.svg.getScreenCTM()?.inverse();
    if (!screen || !this.home) return;
    const { a, b, c, d } = screen.multiply(this.home);
    const at = new DOMPoint(clientX, clientY).matrixTransform(screen);
    this.held?.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${at.x} ${at.y})`);
  }

  /**
   * Drop it; if the room has not sent the legal places yet, it waits there.
   * @param {PointerEvent} event
   */
  up({ clientX, clientY }) {
    if (!this.held || !this.start) return void (this.start = null);
    this.dropped = { clientX, clientY, word: this.start.node.dataset.word ?? "" };
    if (this.isLoose) this.layLoose();
    else if (this.chooser.picked().includes(this.dropped.word)) this.lay();
  }

  /** Press the place a loose shape was dropped on; without one, ask why it cannot be pressed. */
  layLoose() {
    if (!this.dropped) return;
    const { word, ...at } = this.dropped;
    const target = this.pointer.meant(at).find((node) => node.classList.contains("pressable"));
    this.awaited = target ? word : null;
    this.chooser.press(target?.dataset.word ?? word, true);
    this.drop();
  }

  /** Press the loose shape now that its place is chosen; if that cannot be, release the place and ask why. */
  join() {
    const word = this.awaited;
    if (word === null) return;
    if (!this.chooser.offers().has(word) && this.chooser.canGoBack()) return this.chooser.back();
    this.awaited = null;
    this.chooser.press(word);
  }

  /** Place it on a legal choice; otherwise it goes back. */
  lay() {
    if (!this.dropped) return;
    const { word, ...at } = this.dropped;
    const target = this.pointer.meant(at).find((node) => node.classList.contains("pressable") && node.dataset.word !== word);
    if (target) this.chooser.press(target.dataset.word ?? "");
    else if (this.chooser.held) this.chooser.back();
    else this.chooser.letGo();
    this.drop();
  }

  drop() {
    this.held?.remove();
    this.start = this.held = this.dropped = null;
  }
}
