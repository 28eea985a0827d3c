// The comparison used by the client's unit tests.

/**
 * Fail unless two values are the same, looked at as data.
 * @param {unknown} found
 * @param {unknown} wanted
 */
export function equal(found, wanted) {
  const same = Object.is(found, wanted) || Deno.inspect(found, { depth: 20 }) === Deno.inspect(wanted, { depth: 20 });
  if (!same) throw new Error(`found ${Deno.inspect(found)}, wanted ${Deno.inspect(wanted)}`);
}
