import type { Random } from '@kb/apimachinery';

/** Characters that form no words: what Kubernetes generates names from. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

const pick = (random: Random, alphabet: string): string => alphabet[Math.floor(random() * alphabet.length)] ?? '';

/** The most characters that stay of a `generateName`. */
const MAX_PREFIX = 58;

/** A name from a `generateName`: the prefix, cut to leave room, and five random characters. */
export function generatedName(prefix: string, random: Random): string {
  return `${prefix.slice(0, MAX_PREFIX)}${randomSuffix(random)}`;
}

/** Five random characters, as in generated names. */
function randomSuffix(random: Random): string {
  return Array.from({ length: 5 }, () => pick(random, SAFE)).join('');
}
