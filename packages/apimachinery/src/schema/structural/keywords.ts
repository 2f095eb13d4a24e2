import {
  childPath,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  indexPath,
  keyPath,
} from '../../field-error.ts';
import { getOwn } from '../../codec/own-property.ts';
import { isMetaField } from '../child-schema.ts';
import type { ErrorList } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { goSchema } from './go-schema.ts';
import { shownInGo } from './shown-in-go.ts';
import { isUnset, raw } from './raw-schema.ts';
import { checkRules } from './rules.ts';
import { lazily } from '../lazily.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Rules that depend on the position of a schema. */
interface Context {
  /** Called with each schema that has an error, or has one in it. */
  readonly onWrong: (schema: JsonSchemaProps) => void;
  readonly errors: ErrorList;
  /** The reason why defaults are forbidden here; absent when they are allowed. */
  readonly noDefaults?: string;
  readonly insideMeta?: boolean;
}

/**
 * Checks which JSON Schema keywords a CustomResourceDefinition uses, and how. `onWrong` is called with each schema that
 * has an error, or has one in it.
 */
export function checkKeywords(
  schema: JsonSchemaProps,
  path: string,
  onWrong: (schema: JsonSchemaProps) => void,
  errors: ErrorList,
): void {
  check(schema, path, { onWrong, errors }, true);
}

function check(schema: JsonSchemaProps, path: string, context: Context, isRoot: boolean): void {
  const { errors } = context;
  const before = errors.count;
  errors.addAll(checkNode(schema, path, context));
  checkChildren(schema, path, context, isRoot);
  for (const checkOwn of [checkMapType, checkListType, checkListMap, checkItemsOfSetsAndMaps, checkRules]) {
    if (errors.isFull) return;
    errors.addAll(checkOwn(schema, path));
  }
  if (errors.count > before) context.onWrong(schema);
}

function checkNode(schema: JsonSchemaProps, path: string, { noDefaults, insideMeta }: Context): FieldError[] {
  const errors: FieldError[] = [];
  const unsupported = raw(schema);
  const forbid = (keyword: string, text: string): void => {
    errors.push(fieldForbidden(childPath(path, keyword), text));
  };
  if (schema.type && !types.includes(schema.type))
    errors.push(fieldNotSupported(childPath(path, 'type'), schema.type, types));
  if (!isAbsent(schema.default) && noDefaults !== undefined) forbid('default', `must not be set ${noDefaults}`);
  if (unsupported.id) forbid('id', 'id is not supported');
  if (!isAbsent(unsupported.additionalItems)) forbid('additionalItems', 'additionalItems is not supported');
  for (const keyword of ['patternProperties', 'definitions'] as const) {
    if (!isUnset(unsupported[keyword])) forbid(keyword, `${keyword} is not supported`);
  }
  if (!isAbsent(unsupported.dependencies)) forbid('dependencies', 'dependencies is not supported');
  if (!isAbsent(schema.$ref)) forbid('$ref', '$ref is not supported');
  if (schema.type === 'null') forbid('type', 'type cannot be set to null, use nullable as an alternative');
  if (Array.isArray(schema.items) && schema.items.length > 0)
    forbid('items', 'items must be a schema object and not an array');
  if (insideMeta && schema['x-kubernetes-embedded-resource']) {
    forbid('x-kubernetes-embedded-resource', 'must not be used inside of resource meta');
  }
  if (schema.uniqueItems)
    forbid('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  if (!isAbsent(schema.additionalProperties) && schema.additionalProperties !== true && !isUnset(schema.properties)) {
    forbid('additionalProperties', 'additionalProperties and properties are mutual exclusive');
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(
      fieldInvalid(childPath(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined'),
    );
  }
  return errors;
}

/** Whether a keyword that may also have another form has a schema. */
const isSchema = (value: unknown): value is JsonSchemaProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function checkChildren(schema: JsonSchemaProps, path: string, context: Context, isRoot: boolean): void {
  const { additionalProperties, items, not, properties = {} } = schema;
  const checkChild = (child: JsonSchemaProps, at: () => string, inside = context): void => {
    if (!context.errors.isFull) check(child, at(), inside, false);
  };
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    const inside = context.insideMeta
      ? { ...context, noDefaults: 'inside additionalProperties applying to object metadata' }
      : context;
    checkChild(additionalProperties, () => childPath(path, 'additionalProperties'), inside);
  }
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (property === undefined) continue;
    let inside = context;
    if ((isRoot || schema['x-kubernetes-embedded-resource']) && isMetaField(name)) {
      inside = { ...context, insideMeta: true, ...(isRoot && { noDefaults: `in top-level ${name}` }) };
    }
    checkChild(property, () => keyPath(childPath(path, 'properties'), name), inside);
  }
  if (not !== undefined) checkChild(not, () => childPath(path, 'not'));
  for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[keyword]?.forEach((branch, index) => checkChild(branch, () => indexPath(childPath(path, keyword), index)));
  }
  for (const [name, definition] of Object.entries(raw(schema).definitions ?? {}))
    checkChild(definition, () => keyPath(childPath(path, 'definitions'), name));
  if (Array.isArray(items)) {
    items.forEach((item: JsonSchemaProps, index) => checkChild(item, () => indexPath(childPath(path, 'items'), index)));
  } else if (items !== undefined) checkChild(items, () => childPath(path, 'items'));
  for (const [name, dependency] of Object.entries(raw(schema).dependencies ?? {})) {
    if (isSchema(dependency)) checkChild(dependency, () => keyPath(childPath(path, 'dependencies'), name));
  }
}

function checkMapType(schema: JsonSchemaProps, path: string): FieldError[] {
  const mapType: string | undefined = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const errors = wrongType(schema, 'object', 'must be object if x-kubernetes-map-type is specified', path);
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(fieldNotSupported(childPath(path, 'x-kubernetes-map-type'), mapType, ['atomic', 'granular']));
  }
  return errors;
}

function wrongType(schema: JsonSchemaProps, want: string, text: string, path: string): FieldError[] {
  if (schema.type === want) return [];
  return [
    schema.type
      ? fieldInvalid(childPath(path, 'type'), schema.type, text)
      : fieldRequired(childPath(path, 'type'), text),
  ];
}

function checkListType(schema: JsonSchemaProps, path: string): FieldError[] {
  const listType: string | undefined = schema['x-kubernetes-list-type'];
  const errors: FieldError[] = [];
  const listTypePath = childPath(path, 'x-kubernetes-list-type');
  if (listType !== undefined) {
    errors.push(...wrongType(schema, 'array', 'must be array if x-kubernetes-list-type is specified', path));
    if (errors.length === 0 && listType === 'set' && schema.items !== undefined)
      errors.push(...checkSetItems(schema.items, childPath(path, 'items')));
    if (listType !== 'atomic' && listType !== 'set' && listType !== 'map') {
      errors.push(fieldNotSupported(listTypePath, listType, ['atomic', 'set', 'map']));
    }
  }
  if (!isUnset(schema['x-kubernetes-list-map-keys']) && listType !== 'map') {
    const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(
      listType === undefined ? fieldRequired(listTypePath, text) : fieldInvalid(listTypePath, listType, text),
    );
  }
  return errors;
}

/** Lists and objects in a set must be atomic. Upstream shows the list type in both errors. */
function checkSetItems(items: JsonSchemaProps, path: string): FieldError[] {
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [fieldInvalid(childPath(path, 'x-kubernetes-list-type'), listType, text)];
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    return [fieldInvalid(childPath(path, 'x-kubernetes-map-type'), listType ?? null, text)];
  }
  return [];
}

function checkListMap(schema: JsonSchemaProps, path: string): FieldError[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return [];
  const errors: FieldError[] = [];
  const { items, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  const keysPath = childPath(path, 'x-kubernetes-list-map-keys');
  const itemsPath = childPath(path, 'items');
  if (keys.length === 0) errors.push(fieldRequired(keysPath, 'must not be empty if x-kubernetes-list-type is map'));
  if (items === undefined)
    return [...errors, fieldRequired(itemsPath, 'must have a schema if x-kubernetes-list-type is map')];
  if (Array.isArray(items)) {
    const shown = shownInGo(items, () => ({ Schema: null, JSONSchemas: items.map((item) => goSchema(item)) }));
    const text = 'must only have a single schema if x-kubernetes-list-type is map';
    return [...errors, { type: 'FieldValueInvalid', field: itemsPath, message: `Invalid value: ${shown}: ${text}` }];
  }
  if (items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, fieldInvalid(childPath(itemsPath, 'type'), items.type ?? '', text)];
  }
  // The message has all keys: it is made once.
  const unknown = lazily(() => fieldInvalid(keysPath, [...keys], 'entries must all be names of item properties'));
  const repeated = lazily(() => fieldInvalid(keysPath, [...keys], 'must not contain duplicate entries'));
  const seen = new Set<string>();
  for (const key of keys) {
    const property = getOwn(items.properties ?? {}, key);
    if (property === undefined) errors.push(unknown());
    else if (property.type === 'array' || property.type === 'object') {
      const typePath = childPath(keyPath(childPath(itemsPath, 'properties'), key), 'type');
      errors.push(
        fieldInvalid(
          typePath,
          items.type ?? '',
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      );
    }
    if (seen.has(key)) errors.push(repeated());
    seen.add(key);
  }
  return errors;
}

function checkItemsOfSetsAndMaps(schema: JsonSchemaProps, path: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  const { items } = schema;
  if (items === undefined || Array.isArray(items) || (listType !== 'set' && listType !== 'map')) return [];
  const errors: FieldError[] = [];
  const itemsPath = childPath(path, 'items');
  if (items.nullable) {
    errors.push(
      fieldForbidden(childPath(itemsPath, 'nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`),
    );
  }
  if (listType === 'set') return errors;
  const required = new Set(items.required);
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = getOwn(items.properties ?? {}, key);
    if (property === undefined) continue;
    const at = keyPath(childPath(itemsPath, 'properties'), key);
    if (!required.has(key) && isAbsent(property.default)) {
      const text =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(fieldRequired(childPath(at, 'default'), text));
    }
    if (property.nullable) {
      errors.push(
        fieldForbidden(
          childPath(at, 'nullable'),
          'this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
        ),
      );
    }
  }
  return errors;
}
