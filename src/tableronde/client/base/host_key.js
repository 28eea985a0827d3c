// The key of the person who runs the room: part of the address that the program opens or prints, and remembered on this device.

import { prefer, preferred } from "./preferences.js";

const NAME = "host key";

/** Remember the key in the page's address, and take it out of there, so that nobody shares it with a link. */
export function keepHostKey() {
  const found = /^#key=([\w-]{20,64})$/.exec(location.hash);
  if (!found) return;
  prefer(NAME, found[1]);
  history.replaceState(null, "", location.pathname + location.search);
}

/** Return the key; empty if the program did not open the room in this browser. */
export const hostKey = () => preferred(NAME);
