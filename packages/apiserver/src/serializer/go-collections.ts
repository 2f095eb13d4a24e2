import { compareUtf8, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { setOwn } from './set-own.ts';
import type { GoType } from './go-type.ts';

/** A Go slice. The type of its items is asked for when the first one comes: types refer to each other in circles. */
export function listType(itemType: () => GoType): GoType {
  let items: GoType | undefined;
  const goName = (): string => `[]${(items ??= itemType()).name}`;
  return {
    get name() {
      return goName();
    },
    decode: (value, context) => {
      if (value === null) return null;
      if (!Array.isArray(value)) throw context.mismatch(value, goName());
      if (value.length === 0 && context.forStorage) return null;
      const type = (items ??= itemType());
      return value.map((item, index) => context.within(index, () => type.decode(item, context)));
    },
    zero: () => null,
    isEmpty: isEmptyCollection,
    alwaysWritten: false,
  };
}

/** A Go map with string keys. Go writes maps in the order of their keys. */
export function mapType(valueType: () => GoType): GoType {
  let values: GoType | undefined;
  const goName = (): string => `map[string]${(values ??= valueType()).name}`;
  return {
    get name() {
      return goName();
    },
    decode: (value, context) => {
      if (value === null) return null;
      if (typeof value !== 'object' || Array.isArray(value)) throw context.mismatch(value, goName());
      const type = (values ??= valueType());
      const map: JsonObject = {};
      for (const key of Object.keys(value).sort(compareUtf8)) {
        setOwn(
          map,
          key,
          context.withinMap(key, () => type.decode(value[key] ?? null, context)),
        );
      }
      return map;
    },
    zero: () => null,
    isEmpty: isEmptyCollection,
    alwaysWritten: false,
  };
}

function isEmptyCollection(value: JsonValue): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0;
}
