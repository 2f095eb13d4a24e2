import { codePointsOf } from './code-points.ts';

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/**
 * Orders the keys of a mapping as yaml.v2 does: letters by code point, anything else before letters, runs of digits by
 * their value (`x2` before `x10`).
 */
export function compareNaturally(a: string, b: string): number {
  return ASCII_LETTERS.test(a) && ASCII_LETTERS.test(b) ? (a < b ? -1 : a > b ? 1 : 0) : compareMixed(a, b);
}

const ASCII_LETTERS = /^[A-Za-z]*$/;

function compareMixed(a: string, b: string): number {
  const left = codePointsOf(a);
  const right = codePointsOf(b);
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const x = left[index] ?? '';
    const y = right[index] ?? '';
    if (x === y) continue;
    const xIsLetter = LETTER.test(x);
    const yIsLetter = LETTER.test(y);
    if (xIsLetter && yIsLetter) return codePoint(x) - codePoint(y);
    if (xIsLetter || yIsLetter) return yIsLetter ? -1 : 1;
    return compareDigits(left, right, index) || codePoint(x) - codePoint(y);
  }
  return left.length - right.length;
}

/** Compares the runs of digits at `index`, where the two texts first differ. */
function compareDigits(left: readonly string[], right: readonly string[], index: number): number {
  // A zero here counts only after a digit that is not zero; otherwise it is a leading zero.
  const start = (left[index] === '0' || right[index] === '0') && followsNumber(left, index) ? 1n : 0n;
  const x = digitRun(left, index, start);
  const y = digitRun(right, index, start);
  if (x.value !== y.value) return x.value < y.value ? -1 : 1;
  return x.end - y.end;
}

function followsNumber(characters: readonly string[], index: number): boolean {
  for (let before = index - 1; before >= 0 && DIGIT.test(characters[before] ?? ''); before--) {
    if (characters[before] !== '0') return true;
  }
  return false;
}

function digitRun(characters: readonly string[], index: number, start: bigint): { value: bigint; end: number } {
  let value = start;
  let end = index;
  for (; end < characters.length && DIGIT.test(characters[end] ?? ''); end++) {
    value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(characters[end] ?? '0') - 0x30));
  }
  return { value, end };
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
