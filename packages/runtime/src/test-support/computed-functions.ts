/** Functions that a test's pool computes. */
export function sumUpTo({ limit }: { readonly limit: number }): { readonly sum: number } {
  let sum = 0;
  for (let n = 1; n <= limit; n += 1) sum += n;
  return { sum };
}

export function fails(): never {
  throw new RangeError('too much');
}

/** Never resolves. */
export function runsEndlessly(state: SharedArrayBuffer): never {
  Atomics.store(new Int32Array(state), 0, 1);
  Atomics.notify(new Int32Array(state), 0);
  for (;;) Atomics.add(new Int32Array(state), 1, 1);
}
