import { type CelValue, isInt } from '../values/value.ts';

/** The name of the type that Go has for a value of CEL, as some messages print it. */
export function goTypeOfNative(value: CelValue): string {
  if (value === null) return 'structpb.NullValue';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (isInt(value)) return 'int64';
  if (value instanceof Uint8Array) return '[]uint8';
  switch (value.kind) {
    case 'double':
      return 'float64';
    case 'uint':
      return 'uint64';
    case 'duration':
      return 'time.Duration';
    case 'timestamp':
      return 'time.Time';
    case 'list':
      return value.json === undefined ? '[]ref.Val' : '[]interface {}';
    case 'map':
      return value.json === undefined ? 'map[ref.Val]ref.Val' : 'map[string]interface {}';
    case 'opaque':
      return 'map[string]interface {}';
    default:
      return 'string';
  }
}
