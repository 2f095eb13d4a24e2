import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { compareUtf8, setOwn } from '@kb/apimachinery/codec';
import type { DecodeContext } from './decode-context.ts';
import { bytesType } from './go-scalars.ts';
import type { GoType } from './go-type.ts';

/**
 * Returns the type of a Go slice. The type of its items is resolved when the first item is decoded: types can be
 * recursive. `ownName`: the name of the slice's own type, if it has one.
 */
export function listType(itemType: () => GoType, ownName?: string): GoType {
  let items: GoType | undefined;
  const goName = (): string => ownName ?? `[]${(items ??= itemType()).name}`;
  return {
    get name() {
      return goName();
    },
    decode: (value, context) => {
      if (value === null) return null;
      if (!Array.isArray(value)) throw context.mismatch(value, goName());
      if (value.length === 0 && context.forStorage) return null;
      const type = (items ??= itemType());
      return value.map((item, index) => context.within(index, type, item));
    },
    zero: () => null,
    isEmpty: isEmptyCollection,
    alwaysWritten: false,
  };
}

/**
 * Returns the type of a Go map with string keys. Go writes maps sorted by key. `ownName`: the name of the map's own
 * type, if it has one.
 */
export function mapType(valueType: () => GoType, ownName?: string): GoType {
  let values: GoType | undefined;
  const goName = (): string => ownName ?? `map[string]${(values ??= valueType()).name}`;
  return {
    get name() {
      return goName();
    },
    decode: (value, context) => {
      if (value === null) return null;
      if (typeof value !== 'object' || Array.isArray(value)) throw context.mismatch(value, goName());
      const keys = Object.keys(value);
      if (keys.length === 0 && context.forStorage) return null;
      const type = (values ??= valueType());
      const map: JsonObject = {};
      if (keys.length > LARGE) filled.add(map);
      for (const key of keys.sort(compareUtf8)) {
        setOwn(map, key, storedEntry(type, context.withinMap(key, type, value[key] ?? null), context));
      }
      return map;
    },
    zero: () => null,
    isEmpty: isEmptyCollection,
    alwaysWritten: false,
  };
}

/**
 * Returns the entry of a map as it is stored: the storage format does not distinguish absent from empty bytes there.
 */
function storedEntry(type: GoType, entry: JsonValue, { forStorage }: DecodeContext): JsonValue {
  return entry === null && forStorage && type === bytesType ? '' : entry;
}

/** Large maps, which are not empty: to list their keys once more would take long. */
const filled = new WeakSet<object>();
const LARGE = 1000;

function isEmptyCollection(value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value === 'object' && filled.has(value)) return false;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0;
}
