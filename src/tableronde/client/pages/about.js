// The page about this room, with an address to write to: written by the server.

/**
 * Dress the page.
 * @param {HTMLElement} main
 */
export function show(main) {
  main.className = "about-page";
}
