const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Computes the 32-bit FNV-1 hash: multiplies, then combines. `start`: the hash of the bytes before these. */
export function fnv1(bytes: Uint8Array, start: number = FNV_OFFSET): number {
  let hash = start;
  for (const byte of bytes) hash = (Math.imul(hash, FNV_PRIME) ^ byte) >>> 0;
  return hash;
}

/** Computes the 32-bit FNV-1a hash: combines, then multiplies. `start`: the hash of the bytes before these. */
export function fnv1a(bytes: Uint8Array, start: number = FNV_OFFSET): number {
  let hash = start;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return hash;
}

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Writes a hash as Kubernetes does: in decimal, each digit as a letter or digit, so that no words are formed. */
export const safeEncode = (hash: number): string =>
  Array.from(String(hash), (digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length] ?? '').join('');
