import type { Random } from '@kb/apimachinery';

const hex = '0123456789abcdef';
/** Characters that form no words: what Kubernetes generates names from. */
const safe = 'bcdfghjklmnpqrstvwxz2456789';

const pick = (random: Random, alphabet: string): string => alphabet[Math.floor(random() * alphabet.length)] ?? '';

/** A random (version 4) UUID. */
export function randomUuid(random: Random): string {
  let text = '';
  for (const char of 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx')
    text += char === 'x' ? pick(random, hex) : char === 'y' ? pick(random, '89ab') : char;
  return text;
}

/** The most characters that stay of a `generateName`. */
const MAX_PREFIX = 58;

/** A name from a `generateName`: the prefix, cut to leave room, and five random characters. */
export function generatedName(prefix: string, random: Random): string {
  return `${prefix.slice(0, MAX_PREFIX)}${randomSuffix(random)}`;
}

/** Five random characters, as in generated names. */
function randomSuffix(random: Random): string {
  return Array.from({ length: 5 }, () => pick(random, safe)).join('');
}

/** A source of random numbers that gives the same sequence for the same seed. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
