import type { int64, JsonValue, ListMeta, ObjectMetaInput } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * A type of client-node as it is on the wire. There, times are `Date`, arbitrary JSON is `any`, and
 * attributes whose JSON names are reserved words have other names (`_default`, `_from`); on the wire they are RFC
 * 3339 strings, JSON values, and `default`, `from`. Documentation of properties survives the mapping.
 */
export type Wire<T> = 0 extends 1 & T
  ? JsonValue
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends Date
      ? string
      : T extends readonly (infer E)[]
        ? Wire<E>[]
        : string extends keyof T
          ? { [key: string]: Wire<T[string & keyof T]> }
          : keyof T & keyof Replaced extends infer L extends keyof Replaced
            ? [L] extends [never]
              ? keyof T & keyof Renamed extends never
                ? WireObject<T>
                : WirePick<T, Exclude<keyof T, keyof Renamed>> & WireRenamed<T>
              : Replaced[L]
            : never;

/** The properties of an object type as they are on the wire. */
export type WireObject<T> = { [K in keyof T]: Wire<T[K]> };

/** The named properties of a type as they are on the wire, with their documentation and optionality. */
export type WirePick<T, K extends keyof T> = { [P in K]: Wire<T[P]> };

/**
 * The properties of a kind besides `apiVersion`, `kind` and `metadata`. `Required` names properties that are optional
 * in client-node, although every valid object has them.
 */
export type WireKind<T, Required extends keyof T = never> = WirePick<
  T,
  Exclude<keyof T, 'apiVersion' | 'kind' | 'metadata' | Required>
> & { [P in Required]-?: Wire<NonNullable<T[P]>> };

/**
 * The properties whose JSON names differ from client-node's. Kept apart, since a property that is renamed loses its
 * documentation.
 */
type WireRenamed<T> = {
  [K in keyof T as K extends keyof Renamed ? Renamed[K] : never]: K extends keyof Integers ? Integers[K] : Wire<T[K]>;
};

/** Properties that only these types have, and the types that stand for them on the wire. */
interface Replaced {
  managedFields: ObjectMetaInput;
  remainingItemCount: ListMeta;
  x_kubernetes_list_type: JsonSchemaProps;
}

/** Attributes of client-node whose JSON names differ. */
interface Renamed {
  _default: 'default';
  _from: 'from';
  _int: 'int';
  ints: 'ints';
}

/**
 * Attributes that hold arbitrary 64-bit integers of a driver: a number would round some of them. The other 64-bit
 * integers of built-in kinds are counts, seconds, ids and sizes, numbers as in client-node.
 */
interface Integers {
  _int: int64;
  ints: int64[];
}
