import type { JsonObject, JsonValue } from '@kb/apimachinery';

/** An API with a union of objects in it, and values of that union. */
export interface UnionApi {
  /** The kind; its source declares `<kind>Spec`. */
  readonly kind: string;
  /** Declarations, and an interface or alias `<kind>Spec`. */
  readonly source: string;
  /** A spec that has a value of the union where the API has it. */
  readonly place: (value: JsonValue) => JsonObject;
  /** One value of each shape: all of its fields, the optional ones too. */
  readonly shapes: readonly UnionSample[];
  /** The field whose literals tell the shapes apart, and a value that none has. */
  readonly discriminant?: readonly [string, JsonValue];
  /** What is accepted besides. */
  readonly accepted?: readonly JsonValue[];
  /** What is refused besides. */
  readonly refused?: readonly JsonValue[];
  /** False: an object without fields is valid. Default: true. */
  readonly refusesNothing?: boolean;
}

/** A value of one shape. */
export interface UnionSample {
  readonly value: JsonObject;
  /** Its fields that have to be there. */
  readonly required: readonly string[];
}

/** A spec, and whether the API server takes it. */
export interface UnionCase {
  readonly name: string;
  readonly kind: string;
  readonly spec: JsonObject;
  readonly accepted: boolean;
}
