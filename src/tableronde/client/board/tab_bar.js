// Tabs for areas that share one place. The area to use now opens by itself.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/elements.js";
import { translate } from "../base/language.js";

/** @import { Area, Picture } from './picture.js' */
/** @import { Bar } from '../layout/frame.js' */

export class TabBar {
  /**
   * `turn(id)` opens an area, `enlarge(id)` shows it alone.
   * @param {HTMLElement} holder
   * @param {(id: string) => void} turn
   * @param {(id: string) => void} enlarge
   */
  constructor(holder, turn, enlarge) {
    this.holder = holder;
    this.turn = turn;
    this.enlarge = enlarge;
    this.chosen = null;
    this.front = null;
    this.ask = null;
    this.shared = new Set();
    this.seen = new Map();
  }

  /**
   * Choose the open tab: the area of a running film, or the one to use since the offers changed; otherwise it stays.
   * @param {Picture} picture
   * @param {Area[]} areas
   * @param {Area | null} asked
   * @param {string} ask
   */
  choose(picture, areas, asked, ask) {
    /** @param {string | null | undefined} id */
    const there = (id) => areas.some((area) => area.id === id);
    /** @param {string | null | undefined} id */
    const alone = (id) => !this.shared.has(id); // it was not in the tabs before
    const isNew = ask !== this.ask || alone(asked?.id);
    const unfolds = picture.front !== this.front || alone(picture.front);
    if (picture.front !== picture.areas[0].id) this.ask = ask; // the area to use waits while a film runs on the board
    this.shared = new Set(areas.map((area) => area.id));
    if (there(picture.front) && unfolds) this.chosen = picture.front;
    else if (isNew && asked && there(asked.id) && !picture.front) this.chosen = asked.id;
    else if (!there(this.chosen)) this.chosen = areas[0]?.id;
    this.front = picture.front;
  }

  /**
   * Open an area's tab.
   * @param {string} id
   */
  open(id) {
    this.chosen = id;
  }

  /**
   * Draw the tabs of these areas at their place in the window; `seen` are the visible ones, the open one last, `pressable` those with targets.
   * @param {Area[]} areas
   * @param {Area[]} seen
   * @param {Area[]} pressable
   * @param {Bar | null} bar
   */
  draw(areas, seen, pressable, bar) {
    this.holder.hidden = !bar;
    if (!bar) return;
    const { style } = this.holder;
    [style.left, style.top, style.width] = [bar.x, bar.y, bar.width].map((value) => `${value}px`);
    const known = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".area-tab"))?.dataset.area;
    refill(
      this.holder,
      areas.map((area) => this.tab(area, area === seen.at(-1), seen.includes(area), pressable.includes(area))),
    );
    const again = known && /** @type {HTMLElement | null} */ (this.holder.querySelector(`[data-area="${CSS.escape(known)}"]`));
    if (again) again.focus({ preventScroll: true });
  }

  /**
   * @param {Area} area
   * @param {boolean} open
   * @param {boolean} seen
   * @param {boolean} asks
   */
  tab(area, open, seen, asks) {
    const content = [...area.shapes.values()].map(({ id, label = "", title = "" }) => `${id}\t${label}\t${title}`).join("\n");
    if (seen || !this.seen.has(area.id)) this.seen.set(area.id, content);
    const changed = this.seen.get(area.id) !== content;
    const name = area.title || area.id;
    const label = open ? translate("enlarge", name) : changed ? translate("changed", name) : name;
    const properties = {
      type: "button",
      class: `area-tab${asks ? " news" : ""}${changed ? " changed" : ""}`,
      "data-area": area.id,
      "aria-pressed": String(open),
      "aria-label": label,
      title: label,
      onclick: () => (open ? this.enlarge(area.id) : this.turn(area.id)),
    };
    return h("button", properties, h("span", {}, name), open && icon("zoom"));
  }
}
