/**
 * SHA-256 of bytes (FIPS 180-4). Implemented here because this package runs wherever JavaScript does, and hosts offer
 * no synchronous hash. Not for secrets.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const { initial, rounds } = constants();
  const state = Uint32Array.from(initial);
  const words = new Uint32Array(64);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + 4 * index);
    compress(state, words, rounds);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    digest.setUint32(4 * index, word);
  });
  return new Uint8Array(digest.buffer);
}

/** Bytes as hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  return padded;
}

/** Element of a typed array at an index that is known to be in range. */
const at = (array: Uint32Array, index: number): number => array[index] ?? 0;

function compress(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const early = at(words, index - 15);
    const late = at(words, index - 2);
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = at(words, index - 16) + sigma0 + at(words, index - 7) + sigma1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + at(rounds, index) + at(words, index)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

let cached: { readonly initial: Uint32Array; readonly rounds: Uint32Array } | undefined;

/**
 * The constants that the algorithm defines: the first 32 fractional bits of the square and cube roots of the first
 * primes.
 */
function constants(): { readonly initial: Uint32Array; readonly rounds: Uint32Array } {
  if (cached !== undefined) return cached;
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  const initial = Uint32Array.from(primes.slice(0, 8), (prime) => Number(root(BigInt(prime) << 64n, 2n) & 0xffffffffn));
  const rounds = Uint32Array.from(primes, (prime) => Number(root(BigInt(prime) << 96n, 3n) & 0xffffffffn));
  cached = { initial, rounds };
  return cached;
}

/** The whole part of the `degree`-th root, by bisection. */
function root(value: bigint, degree: bigint): bigint {
  let low = 0n;
  let high = 1n << 48n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= value) low = middle;
    else high = middle;
  }
  return low;
}
