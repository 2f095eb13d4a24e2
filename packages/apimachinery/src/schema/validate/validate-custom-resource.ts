import type { FieldError } from '../../field-error.ts';
import type { JsonObject } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { validateEmbeddedResources } from './validate-embedded-resources.ts';
import { validateListTypes } from './validate-list-types.ts';
import { validateSchema } from './validate-schema.ts';

/** Options of {@link validateCustomResource}. */
export interface ValidateCustomResourceOptions {
  /** For an update: the stored object. */
  readonly old?: JsonObject;
  /** Validates a write of the status subresource, only by the schema of `status`. */
  readonly subresource?: 'status';
}

/**
 * Validates a custom object by its schema, in the API server's order: values, embedded resources, uniqueness of list
 * items. On an update, unchanged values are not reported again. Metadata is left to {@link
 * validateObjectMeta}; CEL rules are not evaluated ({@link celRulesOf} names them).
 */
export function validateCustomResource(
  schema: JsonSchemaProps,
  object: JsonObject,
  options: ValidateCustomResourceOptions = {},
): FieldError[] {
  const { old, subresource } = options;
  const errors: FieldError[] = [];
  if (subresource === 'status') {
    const statusSchema = schema.properties?.status;
    if (statusSchema !== undefined && Object.hasOwn(object, 'status') && object.status !== undefined) {
      errors.push(
        ...validateSchema(statusSchema, object.status, 'status', old?.status === undefined ? {} : { old: old.status }),
      );
    }
  } else {
    errors.push(
      ...validateSchema(schema, object, '', old === undefined ? {} : { old }),
      ...validateEmbeddedResources(schema, object),
    );
  }
  if (old === undefined || validateListTypes(schema, old).length === 0)
    errors.push(...validateListTypes(schema, object));
  return errors;
}
