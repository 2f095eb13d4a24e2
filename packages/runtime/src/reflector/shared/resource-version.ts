/**
 * Compares two resource versions of one resource: less than 0 when `a` is older. They are decimal numbers of any
 * length, which the API lets clients compare since 1.35. Undefined when either is not such a number (an aggregated API
 * server may use other versions).
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;
