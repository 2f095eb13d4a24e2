import { childPath, type FieldError, fieldInvalid, formatFieldErrors, keyPath } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import { isMetaField } from '../child-schema.ts';
import { coerceMetadata } from '../coerce-metadata.ts';
import { firstErrors } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { pruneUnknown } from '../prune.ts';
import { validateEmbeddedResources } from '../validate/validate-embedded-resources.ts';
import { validateDefault } from '../validate/validate-schema.ts';
import type { SchemaRules } from './schema-rules.ts';

/** What evaluating the rules of all defaults of a schema may cost. */
const BUDGET = 10_000_000;

/** The rules in CEL that defaults must follow, and what is left for evaluating them. */
interface Judge {
  readonly rules: SchemaRules;
  budget: number;
}

/** The position of a default in its object (the root, or an embedded resource). */
interface Place {
  readonly object: JsonSchemaProps;
  /** Properties; undefined for a list item. */
  readonly way: readonly (string | undefined)[];
  /** Whether it is in the object's apiVersion, kind or metadata. */
  readonly insideMeta: boolean;
}

/**
 * Validates the defaults of a schema: each must survive pruning and be valid for its node's schema, and with `rules`
 * for the rules in CEL there. As upstream, does not check defaults under additionalProperties, uniqueness of list
 * items, and defaults nested inside a default.
 */
export function checkDefaults(schema: JsonSchemaProps, path: string, rules?: SchemaRules): FieldError[] {
  const judge = rules && { rules, budget: BUDGET };
  return check({ ...schema, 'x-kubernetes-embedded-resource': true }, path, undefined, judge);
}

function check(
  schema: JsonSchemaProps,
  path: string,
  place: Place | undefined,
  judge: Judge | undefined,
): FieldError[] {
  const here: Place =
    schema['x-kubernetes-embedded-resource'] || place === undefined
      ? { object: schema, way: [], insideMeta: false }
      : place;
  const errors: FieldError[] =
    schema.default === undefined || schema.default === null
      ? []
      : firstErrors([...checkDefault(schema, schema.default, childPath(path, 'default'), here, judge)]);
  // Without a budget, upstream looks at no further default.
  if (isSpent(judge)) return firstErrors(errors);
  if (schema.items !== undefined)
    errors.push(...check(schema.items, childPath(path, 'items'), { ...here, way: [...here.way, undefined] }, judge));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isSpent(judge)) return firstErrors(errors);
    const insideMeta = here.insideMeta || (here.way.length === 0 && isMetaField(name));
    errors.push(
      ...check(
        property,
        keyPath(childPath(path, 'properties'), name),
        { ...here, way: [...here.way, name], insideMeta },
        judge,
      ),
    );
  }
  return firstErrors(errors);
}

const isSpent = (judge: Judge | undefined): boolean => judge !== undefined && judge.budget < 0;

function checkDefault(
  schema: JsonSchemaProps,
  value: JsonValue,
  path: string,
  place: Place,
  judge: Judge | undefined,
): readonly FieldError[] {
  if (place.insideMeta) return checkDefaultInsideMeta(schema, value, path, place, judge);
  const isResourceRoot = schema['x-kubernetes-embedded-resource'] === true;
  const errors: FieldError[] = [];
  if (pruneUnknown(schema, value, { isResourceRoot }) !== value)
    errors.push(fieldInvalid(path, value, 'must not have unknown fields'));
  const coerced = coerceMetadata(schema, value, { isResourceRoot });
  if (coerced.error !== undefined) return [...errors, { ...coerced.error, field: `${path}.${coerced.error.field}` }];
  const embedded = validateEmbeddedResources(schema, coerced.value, path);
  return [
    ...errors,
    ...(embedded.length > 0 ? embedded : validate(schema, coerced.value, path, isResourceRoot, judge)),
  ];
}

function validate(
  schema: JsonSchemaProps,
  value: JsonValue,
  path: string,
  isResourceRoot: boolean,
  judge: Judge | undefined,
): readonly FieldError[] {
  const errors = validateDefault(schema, value, path);
  if (errors.length > 0 || judge === undefined) return errors;
  const judged = judge.rules.judgeDefault({ schema, value, path, isResourceRoot, budget: judge.budget });
  judge.budget = judged.budget;
  return judged.errors;
}

/** A default of a part of metadata is validated in an object that has nothing else. */
function checkDefaultInsideMeta(
  schema: JsonSchemaProps,
  value: JsonValue,
  path: string,
  { object, way }: Place,
  judge: Judge | undefined,
): readonly FieldError[] {
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
  // What is inside of metadata is not a resource.
  return validate(schema, value, path, false, judge);
}

const typeMeta: Readonly<JsonObject> = { apiVersion: 'validation/v1', kind: 'Validation' };
