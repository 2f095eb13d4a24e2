import { childPath, type FieldError, fieldInvalid, fieldRequired, indexPath, keyPath } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import { coerceObjectMeta } from '../../metadata/coerce-object-meta.ts';
import { validateObjectMeta } from '../../metadata/validate-object-meta.ts';
import { isDns1035Label } from '../../names/dns-names.ts';
import { nameIsPathSegment } from '../../names/object-names.ts';
import { anywhereIn } from './anywhere-in.ts';
import { additionalSchema, propertySchema } from '../child-schema.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ENOUGH_ERRORS } from './validation-result.ts';

/**
 * Validates the `apiVersion`, `kind` and `metadata` of embedded resources (`x-kubernetes-embedded-resource`), at any
 * depth. The root counts as one only if its schema says so. Reports no more errors than answers list.
 */
export function validateEmbeddedResources(schema: JsonSchemaProps, value: JsonValue, path = ''): FieldError[] {
  const errors: FieldError[] = [];
  if (mayEmbed(schema)) visit(schema, value, path, errors);
  return errors;
}

function visit(schema: JsonSchemaProps, value: JsonValue, path: string, errors: FieldError[]): void {
  if (errors.length > ENOUGH_ERRORS) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined || !mayEmbed(items)) return;
    value.forEach((item, index) => visit(items, item, indexPath(path, index), errors));
    return;
  }
  if (!isJsonObject(value)) return;
  if (schema['x-kubernetes-embedded-resource']) errors.push(...validateEmbeddedResource(value, path));
  const entries = additionalSchema(schema);
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    const declared = propertySchema(schema, key);
    if (declared !== undefined) {
      if (mayEmbed(declared)) visit(declared, child, childPath(path, key), errors);
    } else if (entries !== undefined && mayEmbed(entries)) visit(entries, child, keyPath(path, key), errors);
  }
}

/** Whether a schema, or one in it, is that of an embedded resource. */
const mayEmbed = anywhereIn((schema) => schema['x-kubernetes-embedded-resource'] === true);

function validateEmbeddedResource(object: JsonObject, path: string): FieldError[] {
  const { apiVersion, kind, metadata } = {
    apiVersion: getOwn(object, 'apiVersion'),
    kind: getOwn(object, 'kind'),
    metadata: getOwn(object, 'metadata'),
  };
  return [
    ...(apiVersion === undefined
      ? [fieldRequired(childPath(path, 'apiVersion'))]
      : apiVersionErrors(apiVersion, childPath(path, 'apiVersion'))),
    ...(kind === undefined ? [fieldRequired(childPath(path, 'kind'))] : kindErrors(kind, childPath(path, 'kind'))),
    ...(metadata === undefined ? [] : metadataErrors(metadata, childPath(path, 'metadata'))),
  ];
}

function apiVersionErrors(apiVersion: JsonValue, path: string): FieldError[] {
  if (typeof apiVersion !== 'string') return [fieldInvalid(path, apiVersion, 'must be a string')];
  if (apiVersion === '') return [fieldInvalid(path, apiVersion, 'must not be empty')];
  return apiVersion.split('/').length > 2
    ? [fieldInvalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
    : [];
}

function kindErrors(kind: JsonValue, path: string): FieldError[] {
  if (typeof kind !== 'string') return [fieldInvalid(path, kind, 'must be a string')];
  if (kind === '') return [fieldInvalid(path, kind, 'must not be empty')];
  const problems = isDns1035Label(kind.toLowerCase());
  return problems.length === 0
    ? []
    : [fieldInvalid(path, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}

function metadataErrors(metadata: JsonValue, path: string): FieldError[] {
  const { meta, problem } = coerceObjectMeta(metadata);
  if (problem !== undefined) return [fieldInvalid(path, metadata, problem)];
  // An embedded resource need not have a name.
  const named = { ...meta, name: meta.name ? meta.name : 'unnamed' };
  return validateObjectMeta(named, { namespaced: Boolean(meta.namespace), nameCheck: nameIsPathSegment }, path);
}
