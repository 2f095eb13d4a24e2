import { childPath, type FieldError, fieldInvalid, formatFieldErrors, keyPath } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import { isMetaField } from '../child-schema.ts';
import { coerceMetadata } from '../coerce-metadata.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { pruneUnknown } from '../prune.ts';
import { validateEmbeddedResources } from '../validate/validate-embedded-resources.ts';
import { validateDefault } from '../validate/validate-schema.ts';

/** The position of a default in its object (the root, or an embedded resource). */
interface Place {
  readonly object: JsonSchemaProps;
  /** Properties; undefined for a list item. */
  readonly way: readonly (string | undefined)[];
  /** Whether it is in the object's apiVersion, kind or metadata. */
  readonly insideMeta: boolean;
}

/**
 * Validates the defaults of a schema: each must survive pruning and be valid for its node's schema. As upstream, does
 * not check defaults under additionalProperties, uniqueness of list items, and defaults nested inside a
 * default.
 */
export function checkDefaults(schema: JsonSchemaProps, path: string): FieldError[] {
  return check({ ...schema, 'x-kubernetes-embedded-resource': true }, path, undefined);
}

function check(schema: JsonSchemaProps, path: string, place: Place | undefined): FieldError[] {
  const here: Place =
    schema['x-kubernetes-embedded-resource'] || place === undefined
      ? { object: schema, way: [], insideMeta: false }
      : place;
  const errors =
    schema.default === undefined || schema.default === null
      ? []
      : checkDefault(schema, schema.default, childPath(path, 'default'), here);
  if (schema.items !== undefined)
    errors.push(...check(schema.items, childPath(path, 'items'), { ...here, way: [...here.way, undefined] }));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const insideMeta = here.insideMeta || (here.way.length === 0 && isMetaField(name));
    errors.push(
      ...check(property, keyPath(childPath(path, 'properties'), name), {
        ...here,
        way: [...here.way, name],
        insideMeta,
      }),
    );
  }
  return errors;
}

function checkDefault(schema: JsonSchemaProps, value: JsonValue, path: string, place: Place): FieldError[] {
  if (place.insideMeta) return checkDefaultInsideMeta(schema, value, path, place);
  const isResourceRoot = schema['x-kubernetes-embedded-resource'] === true;
  const errors: FieldError[] = [];
  if (pruneUnknown(schema, value, { isResourceRoot }) !== value)
    errors.push(fieldInvalid(path, value, 'must not have unknown fields'));
  const coerced = coerceMetadata(schema, value, { isResourceRoot });
  if (coerced.error !== undefined) return [...errors, { ...coerced.error, field: `${path}.${coerced.error.field}` }];
  const embedded = validateEmbeddedResources(schema, coerced.value, path);
  return [...errors, ...(embedded.length > 0 ? embedded : validateDefault(schema, coerced.value, path))];
}

/** A default of a part of metadata is validated in an object that has nothing else. */
function checkDefaultInsideMeta(
  schema: JsonSchemaProps,
  value: JsonValue,
  path: string,
  { object, way }: Place,
): FieldError[] {
  let whole: JsonValue = value;
  for (const part of [...way].reverse()) whole = part === undefined ? [whole] : { [part]: whole };
  const resource: JsonObject = { ...typeMeta, ...(isJsonObject(whole) ? whole : {}) };
  for (const key of ['apiVersion', 'kind'])
    if (getOwn(resource, key) === undefined) resource[key] = typeMeta[key] ?? '';
  const coerced = coerceMetadata(object, resource, { isResourceRoot: true });
  const problems =
    coerced.error === undefined
      ? validateEmbeddedResources({ ...object, 'x-kubernetes-embedded-resource': true }, coerced.value)
      : [coerced.error];
  if (problems.length > 0)
    return [fieldInvalid(path, value, `must result in valid metadata: ${formatFieldErrors(problems)}`)];
  return validateDefault(schema, value, path);
}

const typeMeta: Readonly<JsonObject> = { apiVersion: 'validation/v1', kind: 'Validation' };
