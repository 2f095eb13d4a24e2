import type { JsonValue } from '../json.ts';

/**
 * Reads JSON with the engine's own parser, where that reads a text as {@link parseJson} does: twice as fast. Undefined
 * where it may not, or where the text is no JSON: halves of surrogate pairs, integers past 2^53, infinite numbers,
 * `-0`, and what nests deeper than `maxDepth`. (A key twice, and `__proto__`, both read alike. What a later key of the
 * same name replaces is not looked at.)
 */
export function parseJsonNatively(text: string, maxDepth: number): JsonValue | undefined {
  if (hasSurrogateEscape(text)) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  return isPlain(value, maxDepth) ? value : undefined;
}

/** Whether a text names halves of surrogate pairs by number, whole pairs or not. */
export function hasSurrogateEscape(text: string): boolean {
  // The first test is a search for two characters, and most texts have none.
  return text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text);
}

/** Whether a number is what every parser makes of its digits. */
export function isPlainNumber(value: number): boolean {
  return value > -UNSAFE && value < UNSAFE && (value !== 0 || Object.is(value, 0));
}

const UNSAFE = 2 ** 53;

/** Whether all numbers in a value are plain, and it nests at most `depth` levels. */
function isPlain(value: JsonValue, depth: number): boolean {
  if (typeof value === 'number') return isPlainNumber(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item, depth - 1)) return false;
    return true;
  }
  // Values that were just parsed have no inherited keys.
  for (const key in value) if (!isPlain(value[key] ?? null, depth - 1)) return false;
  return true;
}
