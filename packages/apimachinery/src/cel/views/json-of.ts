import type { JsonValue } from '../../json.ts';
import { type CelValue, isInt } from '../values/value.ts';

/** The JSON of a view, of a text, a number or a boolean; undefined of other values. */
export function jsonOf(value: CelValue): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isInt(value)) return value;
  if (value instanceof Uint8Array) return undefined;
  if (value.kind === 'double') return value.value;
  return value.kind === 'list' || value.kind === 'map' || value.kind === 'opaque' ? value.json : undefined;
}
