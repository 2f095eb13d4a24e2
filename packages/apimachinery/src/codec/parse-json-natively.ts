import type { JsonValue } from '../json.ts';

/**
 * Reads JSON with the engine's own parser when the result equals that of {@link parseJson}: twice as fast. Returns
 * undefined when it could differ (lone surrogates, integers past 2^53, infinite numbers, `-0`, nesting deeper than
 * `maxDepth`) and when the text is not JSON. Both treat duplicate keys and `__proto__` alike; a value that a later key
 * of the same name replaces is not checked.
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

/** Whether a text has escapes of surrogates, in pairs or alone. */
export function hasSurrogateEscape(text: string): boolean {
  // The first test is a search for two characters, and most texts have none.
  return text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text);
}

/** Whether every parser reads this number's digits as the same value. */
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
