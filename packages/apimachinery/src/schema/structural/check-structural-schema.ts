import { compareUtf8 } from '../../codec/stringify-json.ts';
import { type FieldError, fieldInvalid, formatFieldError } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { childSchemas } from '../schema-walk.ts';
import { checkCompleteness } from './completeness.ts';
import { checkDefaults } from './defaults.ts';
import { checkInvariants } from './invariants.ts';
import { checkKeywords } from './keywords.ts';
import { isUnset, raw } from './raw-schema.ts';
import { checkRootKeywords } from './root-keywords.ts';

/** Options of {@link checkStructuralSchema}. */
export interface CheckStructuralSchemaOptions {
  /** Whether the version has the status subresource: it restricts which keywords the root may have. Default: false. */
  readonly statusSubresource?: boolean;
}

/**
 * Validates the schema of a custom resource as kube-apiserver validates CustomResourceDefinitions: structural
 * rules, keywords, defaults. `path` is the path of the schema, such as `spec.validation.openAPIV3Schema`. The
 * schema must have passed {@link decodeSchema}. Rules in CEL are not compiled.
 */
export function checkStructuralSchema(
  schema: JsonSchemaProps,
  path: string,
  options: CheckStructuralSchemaOptions = {},
): FieldError[] {
  const errors = checkRootKeywords(schema, path, options.statusSubresource ?? false);
  const unsupported = firstUnsupported(schema);
  if (unsupported === undefined) {
    const structural = [...checkInvariants(schema, 'root', path), ...checkCompleteness(schema, path)];
    structural.sort((a, b) => compareUtf8(formatFieldError(a), formatFieldError(b)));
    errors.push(...(structural.length > 0 ? structural : checkDefaults(schema, path)));
  }
  errors.push(...checkKeywords(schema, path));
  // Every other keyword of this kind has a specific error with its path.
  if (unsupported !== undefined && errors.length === 0) errors.push(fieldInvalid(path, '', unsupported));
  return errors;
}

/** The reason why a schema cannot be converted to a structural one. */
function firstUnsupported(schema: JsonSchemaProps): string | undefined {
  const { id, $schema, $ref, additionalItems, ...maps } = raw(schema);
  if (id) return "OpenAPIV3Schema 'id' is not supported";
  if ($schema) return "OpenAPIV3Schema 'schema' is not supported";
  if ($ref) return "OpenAPIV3Schema '$ref' is not supported";
  for (const keyword of ['patternProperties', 'dependencies', 'definitions'] as const) {
    if (!isUnset(maps[keyword])) return `OpenAPIV3Schema '${keyword}' is not supported`;
  }
  if (additionalItems !== undefined) return "OpenAPIV3Schema 'additionalItems' is not supported";
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  for (const child of childSchemas(schema)) {
    const found = firstUnsupported(child.schema);
    if (found !== undefined) return found;
  }
  return undefined;
}
