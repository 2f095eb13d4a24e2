import { childPath, type FieldError, fieldForbidden, fieldInvalid } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { goSchema } from './go-schema.ts';
import { shownInGo } from './shown-in-go.ts';

/**
 * The keywords that the root may have with the status subresource: a status is validated only by its own schema, so
 * rules at the root would not apply to it.
 */
const ALLOWED =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

/** Checks the keywords at the root of a schema. */
export function checkRootKeywords(schema: JsonSchemaProps, path: string, statusSubresource: boolean): FieldError[] {
  const errors = statusSubresource ? checkBesideStatus(schema, path) : [];
  if (schema.nullable) errors.push(fieldForbidden(childPath(path, 'nullable'), 'nullable cannot be true at the root'));
  return errors;
}

function checkBesideStatus(schema: JsonSchemaProps, path: string): FieldError[] {
  for (const [name, value] of Object.entries(goSchema(withoutContents(schema)))) {
    if (name === 'Type' && schema.type && schema.type !== 'object') {
      const text =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [fieldInvalid(childPath(path, 'type'), schema.type, text)];
    }
    // Upstream stops at the first.
    if (value === null || value === '' || value === false) continue;
    if (ALLOWED.split(' ').includes(name)) continue;
    const text = `only [${ALLOWED}] fields are allowed at the root of the schema if the status subresource is enabled`;
    return [
      {
        type: 'FieldValueInvalid',
        field: path,
        message: `Invalid value: ${shownInGo(schema, () => goSchema(schema))}: ${text}`,
      },
    ];
  }
  return [];
}

/** The schema with the same keywords, without what is inside of their lists and objects. */
function withoutContents(schema: JsonSchemaProps): JsonSchemaProps {
  const emptied = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? [] : {};
  };
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, emptied(value)]));
}
