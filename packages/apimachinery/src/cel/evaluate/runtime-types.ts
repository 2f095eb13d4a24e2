import type { CelType } from '../types/cel-type.ts';
import { type CelValue, isKind, typeNameOf } from '../values/value.ts';

/** Whether a function that takes a type takes a value. Of a list or map, the first element decides, as in cel-go. */
export function hasType(value: CelValue, type: CelType): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'any':
    case 'parameter':
      return true;
    case 'list':
      return isKind(value, 'list') && (value.size === 0 || hasType(value.get(0), type.element));
    case 'map': {
      if (!isKind(value, 'map')) return false;
      const [key] = value.keys();
      return key === undefined || (hasType(key, type.key) && hasType(value.find(key) ?? null, type.value));
    }
    case 'wrapper':
      return value === null || hasType(value, type.of);
    default:
      return typeNameOf(value) === runtimeName(type);
  }
}

function runtimeName(type: CelType): string {
  switch (type.kind) {
    case 'duration':
      return 'google.protobuf.Duration';
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'null':
      return 'null_type';
    case 'object':
    case 'opaque':
      return type.name;
    default:
      return type.kind;
  }
}
