import { childPath, fieldForbidden, fieldInvalid, fieldRequired, indexPath, keyPath } from '../../field-error.ts';
import { equalJson } from '../../json/equal-json.ts';
import { getOwn } from '../../codec/own-property.ts';
import { compilePattern, PatternError } from '../../pattern/compile-pattern.ts';
import type { ErrorList } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { isUnset } from './raw-schema.ts';

/** What a schema describes, which decides the wording of some errors. */
export type Level = 'root' | 'item' | 'field';

const missingType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/**
 * Checks the rules for every node of a structural schema: it has a type, and its logical keywords hold only value
 * validations.
 */
export function checkInvariants(schema: JsonSchemaProps, level: Level, path: string, errors: ErrorList): void {
  const { items, properties = {}, additionalProperties } = schema;
  if (schema.type === 'array' && items === undefined)
    errors.add(fieldRequired(childPath(path, 'items'), 'must be specified'));
  if (items !== undefined) checkInvariants(items, 'item', childPath(path, 'items'), errors);
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (property === undefined) continue;
    if (errors.isFull) return;
    checkInvariants(property, 'field', keyPath(childPath(path, 'properties'), name), errors);
  }
  if (additionalProperties !== undefined) {
    if (level === 'root')
      errors.add(fieldForbidden(childPath(path, 'additionalProperties'), 'must not be used at the root'));
    if (typeof additionalProperties === 'object') {
      checkInvariants(additionalProperties, 'field', childPath(path, 'additionalProperties'), errors);
    }
  }
  checkExtensions(schema, path, errors);
  const may = { anyOf: isIntOrString(schema.anyOf), firstAllOf: isIntOrString(schema.allOf?.[0]?.anyOf) };
  checkValueValidation(schema, path, may, errors);
  checkType(schema, level, path, errors);
  checkResource(schema, level, path, errors);
}

function checkExtensions(schema: JsonSchemaProps, path: string, errors: ErrorList): void {
  if (!schema['x-kubernetes-int-or-string']) return;
  for (const keyword of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
    if (schema[keyword])
      errors.add(fieldInvalid(childPath(path, keyword), true, 'must be false if x-kubernetes-int-or-string is true'));
  }
}

function checkType(schema: JsonSchemaProps, level: Level, path: string, errors: ErrorList): void {
  const { type = '' } = schema;
  const typePath = childPath(path, 'type');
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    errors.add(type === '' ? fieldRequired(typePath, text) : fieldInvalid(typePath, type, text));
  } else if (type === '' && !schema['x-kubernetes-int-or-string'] && !schema['x-kubernetes-preserve-unknown-fields']) {
    errors.add(fieldRequired(typePath, missingType[level]));
  }
  if (schema['x-kubernetes-embedded-resource'] && schema.additionalProperties !== undefined) {
    errors.add(
      fieldForbidden(
        childPath(path, 'additionalProperties'),
        'must not be used if x-kubernetes-embedded-resource is set',
      ),
    );
  }
  if (level === 'root' && type !== '' && type !== 'object')
    errors.add(fieldInvalid(typePath, type, 'must be object at the root'));
}

/** The properties that every object has: apiVersion, kind, metadata. */
function checkResource(schema: JsonSchemaProps, level: Level, path: string, errors: ErrorList): void {
  const isResource = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  const properties = schema.properties ?? {};
  const propertyPath = (name: string): string => keyPath(childPath(path, 'properties'), name);
  for (const name of ['kind', 'apiVersion']) {
    const property = getOwn(properties, name);
    if (isResource && property !== undefined && property.type !== 'string') {
      errors.add(fieldInvalid(childPath(propertyPath(name), 'type'), property.type ?? '', 'must be string'));
    }
  }
  const metadata = getOwn(properties, 'metadata');
  if (metadata !== undefined) {
    if (isResource && metadata.type !== 'object') {
      errors.add(fieldInvalid(childPath(propertyPath('metadata'), 'type'), metadata.type ?? '', 'must be object'));
    }
    if (level === 'root' && !saysOnlyNames(metadata)) {
      const text = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
      errors.add(fieldForbidden(propertyPath('metadata'), text));
    }
  }
  if (
    schema['x-kubernetes-embedded-resource'] &&
    !schema['x-kubernetes-preserve-unknown-fields'] &&
    isUnset(properties)
  ) {
    const text =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.add(fieldRequired(childPath(path, 'properties'), text));
  }
}

/** Whether the schema of the root's metadata restricts only names. Defaults are checked with the keywords. */
function saysOnlyNames(metadata: JsonSchemaProps): boolean {
  return Object.entries(metadata).every(([keyword, value]) => {
    if (keyword === 'type' || keyword === 'default' || isUnset(value)) return true;
    return (
      keyword === 'properties' &&
      Object.keys(metadata.properties ?? {}).every((name) => name === 'name' || name === 'generateName')
    );
  });
}

function isIntOrString(branches: readonly JsonSchemaProps[] | undefined): boolean {
  return branches !== undefined && equalJson(branches, [{ type: 'integer' }, { type: 'string' }]);
}

/** The two forms of int-or-string, which name types in logical keywords. */
interface MayNameTypes {
  readonly anyOf: boolean;
  readonly firstAllOf: boolean;
}

/** Checks the pattern and the logical keywords. */
function checkValueValidation(schema: JsonSchemaProps, path: string, may: MayNameTypes, errors: ErrorList): void {
  const branches = (keyword: 'anyOf' | 'allOf' | 'oneOf'): void => {
    for (const [index, branch] of (schema[keyword] ?? []).entries()) {
      if (errors.isFull) return;
      const mayAnyOf = keyword === 'allOf' && may.firstAllOf && index === 0;
      checkNested(branch, indexPath(childPath(path, keyword), index), mayAnyOf, errors);
    }
  };
  if (!may.anyOf) branches('anyOf');
  branches('allOf');
  branches('oneOf');
  if (schema.not !== undefined) checkNested(schema.not, childPath(path, 'not'), false, errors);
  if (schema.pattern) checkPattern(schema.pattern, childPath(path, 'pattern'), errors);
}

function checkPattern(pattern: string, path: string, errors: ErrorList): void {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    errors.add(fieldInvalid(path, pattern, `must be a valid regular expression, but isn't: ${error.message}`));
  }
}

/** Keywords that are not allowed in a logical keyword, and the value they must have there. */
const forbiddenNested = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
] as const;

/** A branch of a logical keyword: only value validations, at every depth. */
function checkNested(schema: JsonSchemaProps, path: string, mayAnyOf: boolean, errors: ErrorList): void {
  checkValueValidation(schema, path, { anyOf: mayAnyOf, firstAllOf: false }, errors);
  if (schema.items !== undefined) checkNested(schema.items, childPath(path, 'items'), false, errors);
  const { properties = {} } = schema;
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (property === undefined) continue;
    if (errors.isFull) return;
    checkNested(property, keyPath(childPath(path, 'properties'), name), false, errors);
  }
  for (const [keyword, must] of forbiddenNested) {
    if (isSetNested(schema, keyword))
      errors.add(fieldForbidden(childPath(path, keyword), `must be ${must} to be structural`));
  }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, 'metadata')) {
    const at = keyPath(childPath(path, 'properties'), 'metadata');
    errors.add(fieldForbidden(at, 'must not be specified in a nested context'));
  }
}

function isSetNested(schema: JsonSchemaProps, keyword: (typeof forbiddenNested)[number][0]): boolean {
  // A default may be any value but null; additionalProperties: false counts as absent.
  if (keyword === 'default') return schema.default !== undefined && schema.default !== null;
  if (keyword === 'additionalProperties')
    return schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return !isUnset(schema[keyword]);
}
