import type { JsonValue } from '../json.ts';

/** A whole number from -2^31 to 2^31-1: `type: integer, format: int32` in a schema. */
export type int32 = number;

/**
 * A whole number from -2^63 to 2^63-1: `type: integer, format: int64` in a schema. It is a `number` if that is exact
 * (up to ±(2^53-1)), else a `bigint`, so that none is rounded when it is written back. `===` and `<` work with both;
 * for arithmetic, convert it: `Number(x)` rounds, `BigInt(x)` does not. If a marker (`Maximum`) keeps a field below
 * 2^53, `int32` or `Number(x)` is exact. `JSON.stringify` throws on a bigint: use {@link stringifyJson}.
 */
export type int64 = number | bigint;

/**
 * A whole number of any size: `type: integer` without a format, like Go's `int`. A `number` or a `bigint`, like {@link
 * int64}. New APIs should specify the size: `int32` or `int64`.
 */
export type int = number | bigint;

/**
 * A 32-bit floating point number: allowed in an API only with the generator's option `crd:allowDangerousTypes`.
 */
export type float32 = number;

/**
 * A 64-bit floating point number: allowed in an API only with the generator's option `crd:allowDangerousTypes`.
 */
export type float64 = number;

/** A resource quantity on the wire, such as `100m`, `1.5Gi` or `2`: apimachinery's resource.Quantity. */
export type Quantity = string | number;

/** A port number or name, a number or a percentage: apimachinery's intstr.IntOrString. */
export type IntOrString = number | string;

/** RFC 3339 with seconds, such as `2026-01-02T03:04:05Z`: metav1.Time. */
export type Time = string;

/** RFC 3339 with microseconds, such as `2026-01-02T03:04:05.000006Z`: metav1.MicroTime. */
export type MicroTime = string;

/** A Go duration, such as `1h30m`: metav1.Duration. */
export type Duration = string;

/** Base64 of bytes: Go's `[]byte`, `type: string, format: byte`. */
export type Bytes = string;

/** Any JSON object kept as it is: runtime.RawExtension. */
export type RawExtension = { [key: string]: JsonValue };

/** Any JSON value kept as it is: apiextensions' JSON. */
export type Json = JsonValue;
