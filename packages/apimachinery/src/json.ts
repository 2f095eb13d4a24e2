/**
 * A JSON scalar. A `bigint` is an integer that a JavaScript number would round: {@link parseJson} returns one exactly
 * for literals that are 64-bit integers beyond ±2^53, and {@link stringifyJson} writes all its digits. Every other
 * number is a plain `number`. So `===` compares values, and code that does not expect a bigint throws (`JSON.stringify`
 * and mixed arithmetic do) instead of changing an object.
 */
export type JsonPrimitive = string | number | bigint | boolean | null;

/** Any JSON value, as returned by {@link parseJson}. */
export type JsonValue = JsonPrimitive | JsonObject | JsonValue[];

/**
 * A JSON object. Keys of hostile input can be `__proto__`: read with `Object.hasOwn`, write with
 * `Object.defineProperty` or null-prototype objects.
 */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** `T` with all properties read-only, at every depth. Caches return it, and every input accepts it. */
export type DeepReadonly<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? number extends T['length']
      ? readonly DeepReadonly<E>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;
