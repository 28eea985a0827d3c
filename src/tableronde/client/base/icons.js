// The icons of the room: one line width, 24 units; and its logo, a ring of five around a table.

import { s } from "./elements.js";

/** @type {Record<string, string>} */
const LINES = {
  back: "M10 5 4 11l6 6M4 11h10a6 6 0 0 1 6 6v2",
  bot: "M6 9h12v9H6zM12 9V5M9 13v1M15 13v1M3.5 12v3M20.5 12v3",
  chair: "M7 3v9h10V3M7 12l-1 9M17 12l1 9M7 16.5h10",
  chances: "M4 4v16h16M7.500 15.500l4-5 3.500 2.500 5-7",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  check: "M4 12.5 9.5 18 20 6.5",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4l3 2",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  down: "M6 10l6 6 6-6",
  download: "M12 4v11M7 10.5l5 5 5-5M4 20h16",
  eye: "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  first: "M6 5v14M19 5l-9 7 9 7z",
  flag: "M6 21V4M6 4h12l-3 4.5 3 4.5H6",
  games: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  help: "M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17M9.300 9.300c.3-3.600 5.700-3.200 5.400.2c-.2 2-2.700 2.100-2.700 4.300M12 16.700v.4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.300 1 2.100h5c0-.8.4-1.600 1-2.100A6 6 0 0 0 12 3z",
  last: "M18 5v14M5 5l9 7-9 7z",
  learn: "M2 9.500 12 5l10 4.500L12 14zM6 11.500V16c3.500 3 8.500 3 12 0v-4.500M22 9.500V15",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1-1",
  log: "M7 4h11v13a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3v-1h9v1a3 3 0 0 0 3 3M7 16V4M10.500 8.500h4.500M10.500 12h4.500",
  menu: "M4 7h16M4 12h16M4 17h16",
  mute: "M4 9.500v5h4l5 4v-13l-5 4zM17 9.500l4 5M21 9.500l-4 5",
  next: "M8 5l9 7-9 7z",
  pause: "M8 5v14M16 5v14",
  people:
    "M9 5a3.200 3.200 0 1 0 0 6.400a3.200 3.200 0 1 0 0-6.400M3 20c0-8 12-8 12 0M15.500 5.500a3 3 0 0 1 0 5.700M17 14.200c2.500.6 4 2.600 4 5.800",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.500 21c0-9 15-9 15 0",
  phone: "M7 3h10v18H7zM11 18h2",
  previous: "M16 5l-9 7 9 7z",
  rematch: "M4 12a8 8 0 0 1 14-5.300L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.300L4 15M4 20v-5h5",
  rules: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2c2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13M15.500 15.500 20 20",
  send: "M4 12h15M13 6l6 6-6 6",
  share: "M12 15V3M7.500 7.500 12 3l4.500 4.500M5 11v9h14v-9",
  sound: "M4 9.500v5h4l5 4v-13l-5 4zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  theme: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 4v16M12 7h5.500M12 12h8M12 17h5.500",
  turn: "M19 12a7 7 0 1 1-2.500-5.400M17 3v4h-4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5",
  undo: "M9 6 4 11l5 5M4 11h10.500a5 5 0 0 1 0 10H10",
  zoom: "M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13M15.500 15.500 20 20M7.500 10.500h6M10.500 7.500v6",
};

/**
 * An icon, hidden from screen readers: the button around it has the text.
 * @param {string} name
 */
export const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: LINES[name] }));

/** The logo of the room: five around a table. It also shows progress: with class `busy` the five light up in turn. */
export function ringMark(kind = "mark") {
  const five = [0, 1, 2, 3, 4].map((i) => {
    const angle = (i / 5) * 2 * Math.PI - Math.PI / 2;
    return s("circle", { class: `dot dot${i}`, cx: 16 + 10.4 * Math.cos(angle), cy: 16 + 10.4 * Math.sin(angle), r: 2.9 });
  });
  return s(
    "svg",
    { class: kind, viewBox: "0 0 32 32", "aria-hidden": "true" },
    five,
    s("circle", { class: "round", cx: 16, cy: 16, r: 4.6 }),
  );
}
