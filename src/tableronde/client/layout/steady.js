// Keeps areas where they are while a player chooses: nothing moves under the pointer. A new area takes the place of one that is gone,
// or for the time of the choice that of areas in which nothing can be pressed.

import { layoutNumbers } from "../board/looks.js";

/** @import { Area } from '../board/picture.js' */
/** @import { Bar, Part, Spot } from './frame.js' */
/** @import { FoundLayout } from './layout.js' */

/**
 * The place of an area, with the size it had there; `over` are the areas that are put away while this one is shown.
 * @typedef {{ spot: Spot, width: number, height: number, over: string[] }} Slot
 */

/**
 * The areas of a picture as the layout knows them, and the words on offer.
 * @typedef {{ areas: Area[], parts: Part[], offers: Map<string, string> }} Shown
 */

const COVERABLE = ["others", "side", "notes"];

export class Steady {
  constructor() {
    /** @type {Map<string, Slot>} */
    this.slots = new Map();
    /** @type {Set<string>} */
    this.tabs = new Set(); // the areas that share a place
    /** @type {Bar | null} */
    this.bar = null;
    this.when = "";
  }

  /**
   * Remember a new layout; `when` names the window and the choice, "" if the layout need not be kept. `opened` gives the spot of an area
   * in a tab once its tab is open.
   * @param {FoundLayout} layout
   * @param {Area[]} areas
   * @param {string} when
   * @param {(i: number) => Spot | null} opened
   */
  keep(layout, areas, when, opened) {
    this.when = layout.way.kind === "alone" ? "" : when;
    this.slots.clear();
    this.bar = layout.bar;
    this.tabs = new Set(layout.tabs.map((i) => areas[i].id));
    areas.forEach(({ id, box: [, , width, height] }, i) => {
      const spot = layout.tabs.includes(i) ? opened(i) : layout.spots[i];
      if (spot) this.slots.set(id, { spot, width, height, over: [] });
    });
  }

  /**
   * Return whether all areas have a place in the layout that was kept.
   * @param {Shown} shown
   * @param {string} when
   */
  holds(shown, when) {
    const hasPlace = (/** @type {Area} */ area, /** @type {number} */ i) =>
      this.slots.has(area.id) ? this.fits(area, shown.parts[i]) : this.add(i, shown);
    return when !== "" && when === this.when && shown.areas.every(hasPlace);
  }

  /**
   * Return the kept layout with these areas; of those in tabs only the chosen one is shown.
   * @param {FoundLayout} layout
   * @param {Area[]} areas
   * @param {string | null} [chosen]
   * @returns {FoundLayout}
   */
  layout(layout, areas, chosen = null) {
    const tabs = areas.flatMap(({ id }, i) => (this.tabs.has(id) ? [i] : []));
    const open = tabs.find((i) => areas[i].id === chosen) ?? tabs[0];
    const covered = new Set(areas.flatMap(({ id }) => this.slots.get(id)?.over ?? []));
    const hidden = (/** @type {number} */ i) => covered.has(areas[i].id) || (tabs.includes(i) && i !== open);
    const spots = areas.map(({ id }, i) => (hidden(i) ? null : (this.slots.get(id)?.spot ?? null)));
    return { ...layout, spots, tabs, bar: tabs.length ? this.bar : null };
  }

  /**
   * Return whether an area fits into its place; one that has grown may shrink as far as it can be read and pressed.
   * @param {Area} area
   * @param {Part} part
   */
  fits({ id, box: [, , width, height] }, part) {
    const slot = this.slots.get(id);
    if (!slot) return false;
    if (width <= slot.width && height <= slot.height) return true;
    const grown = inside(slot, width, height, slot.over);
    if (grown.spot.scale < least(part)) return false;
    this.slots.set(id, grown);
    return true;
  }

  /**
   * Give a new area a place in which it can be read and pressed; false if there is none.
   * @param {number} i
   * @param {Shown} shown
   */
  add(i, { areas, parts, offers }) {
    const { id, box: [, , width, height] } = areas[i];
    const there = new Map(areas.map((area, n) => [area.id, { area, role: parts[n].role }]));
    /** @param {string} other */
    const idle = (other) => {
      const { area, role } = there.get(other) ?? { area: null, role: "" };
      return !area || (COVERABLE.includes(role) && ![...area.shapes.values()].some(({ word }) => offers.has(word ?? "")));
    };
    const free = [...this.slots].filter(([other]) => !this.tabs.has(other) && idle(other));
    const all = free.length > 1 ? [union(free.map(([, slot]) => slot), free.map(([other]) => other))] : [];
    const kept = [...this.slots].filter(([other]) => !free.some(([one]) => one === other)).map(([, slot]) => slot);
    const places = [...free.map(([other, slot]) => ({ ...slot, over: [other] })), ...all.filter((one) => !kept.some((slot) => overlap(one, slot)))];
    const slots = places.map((place) => inside(place, width, height, place.over)).filter((slot) => slot.spot.scale >= least(parts[i]));
    if (!slots.length) return false;
    this.slots.set(id, slots[0]);
    return true;
  }
}

/** @param {Part} part */
const least = ({ need, role }) => need * (layoutNumbers().low[role] ?? 1);

/**
 * Return a place in the middle of another one.
 * @param {Slot} slot
 * @param {number} width
 * @param {number} height
 * @param {string[]} over
 * @returns {Slot}
 */
function inside({ spot, width: w, height: h }, width, height, over) {
  const [wide, high] = [w * spot.scale, h * spot.scale];
  const scale = Math.min(wide / width, high / height);
  return { spot: { x: spot.x + (wide - width * scale) / 2, y: spot.y + (high - height * scale) / 2, scale }, width, height, over };
}

/**
 * Return the place around several ones.
 * @param {Slot[]} slots
 * @param {string[]} over
 * @returns {Slot}
 */
function union(slots, over) {
  const [x, y] = [Math.min(...slots.map(({ spot }) => spot.x)), Math.min(...slots.map(({ spot }) => spot.y))];
  const right = Math.max(...slots.map(({ spot, width }) => spot.x + width * spot.scale));
  const bottom = Math.max(...slots.map(({ spot, height }) => spot.y + height * spot.scale));
  return { spot: { x, y, scale: 1 }, width: right - x, height: bottom - y, over };
}

/**
 * @param {Slot} one
 * @param {Slot} other
 */
const overlap = (one, other) =>
  one.spot.x < other.spot.x + other.width * other.spot.scale &&
  other.spot.x < one.spot.x + one.width * one.spot.scale &&
  one.spot.y < other.spot.y + other.height * other.spot.scale &&
  other.spot.y < one.spot.y + one.height * one.spot.scale;
