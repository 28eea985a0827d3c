// Clocks as they stand: the server runs them and says how they stood when it spoke.

const LOW = 10_000; // milliseconds

/** A seat's clock as text, or nothing where no clock runs. */
export function clockFace(clock, seat) {
  const left = clock?.seats?.[seat];
  if (left === undefined || left === null) return "";
  return minutes(clock.running?.includes(seat) ? left - (Date.now() - clock.heardAt) : left);
}

/** Whether a seat's clock runs and has only a few seconds left. */
export function runsOut(clock, seat) {
  if (!clock?.running?.includes(seat)) return false;
  return clock.seats[seat] - (Date.now() - clock.heardAt) <= LOW;
}

/** The seconds left of a window to react in, or null. */
export const windowLeft = (clock) => secondsLeft(clock, "window");

/** The seconds until that window opens, or null. */
export const opensIn = (clock) => secondsLeft(clock, "opens");

function secondsLeft(clock, which) {
  const left = clock?.[which] ?? null;
  return left === null ? null : Math.max(0, Math.ceil((left - (Date.now() - clock.heardAt)) / 1000));
}

function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
