/**
 * Whether two JSON values are equal: numbers by value, lists in order, objects whatever the order of their keys. A
 * property whose value is undefined counts as absent. A `bigint` equals a number that holds the same integer exactly,
 * because both have the same JSON: the codec returns a `bigint` only for integers past 2^53, but programs may use one
 * for any integer.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return isSameInteger(a, b) || isSameInteger(b, a);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => equalJson(item, b[index]))
    );
  }
  return equalObjects(a as Record<string, unknown>, b as Record<string, unknown>);
}

const isSameInteger = (a: unknown, b: unknown): boolean =>
  typeof a === 'bigint' && typeof b === 'number' && Number.isSafeInteger(b) && BigInt(b) === a;

function equalObjects(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let properties = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    properties += 1;
    if (!Object.hasOwn(b, key) || !equalJson(a[key], b[key])) return false;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) properties -= 1;
  return properties === 0;
}
