// The pointer on the stage: where choices overlap, the one whose middle is nearest is meant; a second tap takes the next.

const REACH = 22; // a finger is this far off, in CSS pixels
const SAME = 14; // two taps this close are at the same spot

export class Press {
  /** `onAim` is told the word the mouse rests on, or null. */
  constructor(stage, chooser, onAim) {
    Object.assign(this, { stage, chooser, onAim, last: null, aimed: null });
    stage.svg.addEventListener("click", (event) => this.click(event));
    stage.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.aim(this.candidates(event)[0]));
    stage.svg.addEventListener("pointerleave", () => this.aim(null));
  }

  click(event) {
    if (this.cycle(event)) return;
    const found = this.candidates(event);
    if (!found.length) return;
    const words = [...new Set(found.map((node) => node.dataset.word))];
    const doubtful = words.length > 1 && event.pointerType !== "mouse" && this.overlap(event) > 1;
    this.last = { x: event.clientX, y: event.clientY, words, index: 0 };
    this.chooser.press(words[0], doubtful);
  }

  /** A second tap at the same spot while the first choice still waits: the next one there. */
  cycle(event) {
    const { last, chooser } = this;
    if (!chooser.held || chooser.held.open || !last || last.words.length < 2) return false;
    if (Math.hypot(event.clientX - last.x, event.clientY - last.y) > SAME) return false;
    last.index = (last.index + 1) % last.words.length;
    chooser.doubtful = true;
    chooser.instead(last.words[last.index]);
    return true;
  }

  /** What may be meant at a point, the nearest middle first. */
  candidates({ clientX: x, clientY: y }) {
    const under = new Set(this.under(x, y));
    const near = this.stage.pressables().map((node) => ({ node, off: distance(node, x, y), inside: under.has(node) }));
    const inside = near.filter((each) => each.inside);
    const meant = inside.length ? inside : near.filter((each) => each.off < REACH);
    return meant.sort((a, b) => a.off - b.off).map((each) => each.node);
  }

  overlap({ clientX: x, clientY: y }) {
    return this.under(x, y).length;
  }

  under(x, y) {
    const nodes = document.elementsFromPoint(x, y).map((element) => element.closest(".pressable"));
    return [...new Set(nodes.filter(Boolean))];
  }

  aim(node) {
    if (node === this.aimed) return;
    this.aimed?.classList.remove("aimed");
    node?.classList.add("aimed");
    this.aimed = node ?? null;
    this.onAim(node?.dataset.word ?? null);
  }
}

/** How far a shape's middle is from a point. */
export function distance(node, x, y) {
  const middle = middleOf(node);
  return Math.hypot(middle.x - x, middle.y - y);
}

export function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
