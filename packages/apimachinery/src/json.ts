/**
 * A JSON scalar. A `bigint` is an integer that a JavaScript number would round: {@link parseJson} gives one exactly
 * when a literal is an integer of 64 bits past 2^53 on either side, and {@link stringifyJson} writes it back digit by
 * digit. Every other number is a plain `number`. So `===` compares values, and code that overlooks a bigint fails
 * loudly (`JSON.stringify` and mixed arithmetic throw on a bigint) instead of changing an object.
 */
export type JsonPrimitive = string | number | bigint | boolean | null;

/** Any JSON value, as {@link parseJson} gives it. */
export type JsonValue = JsonPrimitive | JsonObject | JsonValue[];

/**
 * A JSON object. Keys of hostile input can be `__proto__`: read with `Object.hasOwn`, write with
 * `Object.defineProperty` or null-prototype objects.
 */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** `T` with every property, at every depth, read-only. What caches hand out; every input accepts it. */
export type DeepReadonly<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? number extends T['length']
      ? readonly DeepReadonly<E>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;
