import type { FieldError } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { hasRules } from '../schema-walk.ts';
import { uncheckedRules } from './unchecked-rules.ts';
import { validateEmbeddedResources } from './validate-embedded-resources.ts';
import { validateListTypes } from './validate-list-types.ts';
import { validateSchema } from './validate-schema.ts';

/** An object that rules in CEL judge. */
export interface JudgedObject {
  readonly schema: JsonSchemaProps;
  readonly isResourceRoot: true;
  readonly value: JsonValue;
  /** For an update: the stored object. */
  readonly oldValue?: JsonValue | undefined;
  readonly ratchets: true;
}

/** Judges an object by the rules in CEL of its schema. */
export type JudgeObject = (object: JudgedObject) => {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
};

/** Options of {@link validateCustomResource}. */
export interface ValidateCustomResourceOptions {
  /** For an update: the stored object. */
  readonly old?: JsonObject;
  /** Validates a write of the status subresource, only by the schema of `status`; rules judge the whole object. */
  readonly subresource?: 'status';
  /** Errors of the scale subresource's fields: they are reported after those of the schema's keywords. */
  readonly scale?: readonly FieldError[];
  /** `judgeRules` of `@kb/apimachinery/cel`, which this module does not load. Default: rules are not evaluated. */
  readonly judge?: JudgeObject;
  /** Gets the errors of rules that an unchanged value breaks, and may break. */
  readonly warn?: (text: string) => void;
}

/**
 * Validates a custom object by its schema, in the API server's order: values, embedded resources, uniqueness of list
 * items, and with the option `judge` the rules in CEL. On an update, unchanged values are not reported again. Metadata
 * is left to {@link validateObjectMeta}.
 */
export function validateCustomResource(
  schema: JsonSchemaProps,
  object: JsonObject,
  options: ValidateCustomResourceOptions = {},
): FieldError[] {
  const { old, subresource, scale = [], judge, warn } = options;
  const errors: FieldError[] = [];
  if (subresource === 'status') {
    const statusSchema = schema.properties?.status;
    if (statusSchema !== undefined && Object.hasOwn(object, 'status') && object.status !== undefined) {
      errors.push(
        ...validateSchema(statusSchema, object.status, 'status', old === undefined ? {} : { old: old.status ?? null }),
      );
    }
    errors.push(...scale);
  } else {
    errors.push(
      ...validateSchema(schema, object, '', old === undefined ? {} : { old }),
      ...scale,
      ...validateEmbeddedResources(schema, object),
    );
  }
  if (old === undefined || validateListTypes(schema, old).length === 0)
    errors.push(...validateListTypes(schema, object));
  if (judge === undefined || !hasRules(schema)) return errors;
  const unchecked = uncheckedRules(errors);
  if (unchecked !== undefined) return [...errors, unchecked];
  const judged = judge({ schema, isResourceRoot: true, value: object, oldValue: old, ratchets: true });
  for (const warning of judged.warnings) warn?.(warning);
  return [...errors, ...judged.errors];
}
