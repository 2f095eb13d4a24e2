import { type CelValue, isKind } from './value.ts';
import { spend } from './work.ts';

/** The nanoseconds that it takes to look at a character. */
const CHARACTER_WORK = 2;
/** Shorter texts are not worth counting. */
const SHORT = 100;

/** How many code points a text has. */
export function codePointCount(text: string): number {
  let count = text.length;
  if (count > SHORT) spend(count * CHARACTER_WORK);
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** What `size(value)` is; undefined if a value of its type has no size. */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === 'string') return codePointCount(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Uint8Array) return value.length;
  if (value.kind === 'list' || value.kind === 'map' || value.kind === 'opaque') return value.size;
  return undefined;
}

/** The size that costs depend on: 1 of a value without a size. */
export function costSizeOf(value: CelValue): number {
  const size = sizeOf(value);
  if (size !== undefined) return size;
  return isKind(value, 'optional') && value.value !== undefined ? costSizeOf(value.value) : 1;
}
