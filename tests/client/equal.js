// What the client's unit tests compare with.

/** Fail unless two values are the same, looked at as data. */
export function equal(found, wanted) {
  const same = Object.is(found, wanted) || Deno.inspect(found, { depth: 20 }) === Deno.inspect(wanted, { depth: 20 });
  if (!same) throw new Error(`found ${Deno.inspect(found)}, wanted ${Deno.inspect(wanted)}`);
}
