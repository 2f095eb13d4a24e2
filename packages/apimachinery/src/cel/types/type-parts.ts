import type { CelType, SimpleKind } from './cel-type.ts';

/** The types that a type is made of: `string` and `int` of `map(string, int)`. */
export function partsOf(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'opaque':
      return type.parameters;
    case 'type':
      return type.of === undefined ? [] : [type.of];
    default:
      return [];
  }
}

/** The same type, made of what a function makes of its parts; itself, if they stay the same. */
export function mapParts(type: CelType, change: (part: CelType) => CelType): CelType {
  switch (type.kind) {
    case 'list': {
      const element = change(type.element);
      return element === type.element ? type : { kind: 'list', element };
    }
    case 'map': {
      const key = change(type.key);
      const value = change(type.value);
      return key === type.key && value === type.value ? type : { kind: 'map', key, value };
    }
    case 'opaque': {
      const parameters = type.parameters.map(change);
      return parameters.every((part, index) => part === type.parameters[index]) ? type : { ...type, parameters };
    }
    case 'type': {
      if (type.of === undefined) return type;
      const of = change(type.of);
      return of === type.of ? type : { kind: 'type', of };
    }
    default:
      return type;
  }
}

const namesAtRuntime: Partial<Record<SimpleKind, string>> = {
  any: 'google.protobuf.Any',
  duration: 'google.protobuf.Duration',
  null: 'null_type',
  timestamp: 'google.protobuf.Timestamp',
};

/** The name of a type without its parts, as `type(value)` and some messages have it. */
export function runtimeName(type: CelType): string {
  switch (type.kind) {
    case 'object':
    case 'opaque':
    case 'parameter':
      return type.name;
    case 'wrapper':
      return runtimeName(type.of);
    case 'list':
    case 'map':
    case 'type':
      return type.kind;
    default:
      return namesAtRuntime[type.kind] ?? type.kind;
  }
}

/** Whether two types are the same; a scalar is the same with and without null. */
export function isSameType(one: CelType, other: CelType): boolean {
  if (one === other) return true;
  if (one.kind === 'wrapper') return isSameType(one.of, other);
  if (other.kind === 'wrapper') return isSameType(one, other.of);
  if (one.kind !== other.kind || nameOf(one) !== nameOf(other)) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (parts.length !== others.length) return false;
  return parts.every((part, index) => {
    const opposite = others[index];
    return opposite !== undefined && isSameType(part, opposite);
  });
}

function nameOf(type: CelType): string {
  return type.kind === 'object' || type.kind === 'opaque' || type.kind === 'parameter' ? type.name : '';
}

/** Whether the type is known only when the expression is evaluated. */
export function isDynamic({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'any';
}

/** What an optional type has inside; undefined: the type is not optional. */
export function insideOptional(type: CelType): CelType | undefined {
  return type.kind === 'opaque' && type.name === 'optional_type' ? type.parameters[0] : undefined;
}

/** Whether a type has more parts, and parts of parts, than a number. */
export function hasMoreParts(type: CelType, most: number): boolean {
  const open = [type];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count <= most; next = open.pop()) {
    count += 1;
    open.push(...partsOf(next));
  }
  return count > most;
}
