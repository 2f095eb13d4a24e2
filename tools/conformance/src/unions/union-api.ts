import type { JsonObject, JsonValue } from '@kb/apimachinery';

/** An API that contains a union of objects, with values of that union. */
export interface UnionApi {
  /** The kind; its source declares `<kind>Spec`. */
  readonly kind: string;
  /** Declarations, and an interface or alias `<kind>Spec`. */
  readonly source: string;
  /** Returns a spec that contains a value of the union. */
  readonly place: (value: JsonValue) => JsonObject;
  /** One value of each shape, with all optional fields. */
  readonly shapes: readonly UnionSample[];
  /** The discriminating field, and a value that no shape has. */
  readonly discriminant?: readonly [string, JsonValue];
  /** More values that must be accepted. */
  readonly accepted?: readonly JsonValue[];
  /** More values that must be refused. */
  readonly refused?: readonly JsonValue[];
  /** Whether an object without fields must be refused. Default: true. */
  readonly refusesNothing?: boolean;
}

/** A value of one shape. */
export interface UnionSample {
  readonly value: JsonObject;
  /** Its required fields. */
  readonly required: readonly string[];
}

/** A spec, and whether the API server must accept it. */
export interface UnionCase {
  readonly name: string;
  readonly kind: string;
  readonly spec: JsonObject;
  readonly accepted: boolean;
}
