import { childPath, type FieldError, fieldInvalid, formatFieldErrors, keyPath } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import { isMetaField } from '../child-schema.ts';
import { coerceMetadata } from '../coerce-metadata.ts';
import { ErrorList } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { pruneUnknown } from '../prune.ts';
import { validateEmbeddedResources } from '../validate/validate-embedded-resources.ts';
import { validateDefault } from '../validate/validate-schema.ts';
import { doAllSteps } from '../do-all-steps.ts';
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
export function checkDefaults(schema: JsonSchemaProps, path: string, rules?: SchemaRules): readonly FieldError[] {
  const errors = new ErrorList();
  doAllSteps(addErrorsOfDefaults(schema, path, rules, errors));
  return errors.all;
}

/**
 * Adds what {@link checkDefaults} returns to errors of other checks, until their list is full. Each default is a step.
 */
export function* addErrorsOfDefaults(
  schema: JsonSchemaProps,
  path: string,
  rules: SchemaRules | undefined,
  errors: ErrorList,
): Generator<void, void> {
  const judge = rules && { rules, budget: BUDGET };
  const defaults: FoundDefault[] = [];
  collectDefaults({ ...schema, 'x-kubernetes-embedded-resource': true }, path, undefined, defaults);
  for (const found of defaults) {
    yield;
    errors.addAll(checkDefault(found.schema, found.value, found.path, found.place, judge));
    // Without a budget, upstream looks at no further default.
    if (isSpent(judge) || errors.isFull) return;
  }
}

/** A default in a schema. */
interface FoundDefault {
  readonly schema: JsonSchemaProps;
  readonly value: JsonValue;
  readonly path: string;
  readonly place: Place;
}

function collectDefaults(schema: JsonSchemaProps, path: string, place: Place | undefined, found: FoundDefault[]): void {
  const here: Place =
    schema['x-kubernetes-embedded-resource'] || place === undefined
      ? { object: schema, way: [], insideMeta: false }
      : place;
  if (schema.default !== undefined && schema.default !== null)
    found.push({ schema, value: schema.default, path: childPath(path, 'default'), place: here });
  if (schema.items !== undefined)
    collectDefaults(schema.items, childPath(path, 'items'), { ...here, way: [...here.way, undefined] }, found);
  const { properties = {} } = schema;
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (property === undefined) continue;
    const insideMeta = here.insideMeta || (here.way.length === 0 && isMetaField(name));
    const inside = { ...here, way: [...here.way, name], insideMeta };
    collectDefaults(property, keyPath(childPath(path, 'properties'), name), inside, found);
  }
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
