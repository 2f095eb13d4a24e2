import { equalJson } from '@kb/apimachinery';

/**
 * Whether two objects mean the same to the API server: compared as JSON, where an absent property equals null, an empty
 * list or an empty map. apimachinery's equality.Semantic, except that quantities are compared as text.
 */
export function equalSemantically(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return equalJson(a, b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equalSemantically(item, b[index]));
  }
  const left: Readonly<Record<string, unknown>> = { ...a };
  const right: Readonly<Record<string, unknown>> = { ...b };
  for (const name of Object.keys(left)) if (!equalSemantically(left[name], own(right, name))) return false;
  return Object.keys(right).every((name) => Object.hasOwn(left, name) || isEmpty(right[name]));
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
