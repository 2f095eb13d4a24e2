import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { type SimpleKind, type SimpleType, simpleType } from '../types/cel-type.ts';
import { escapeName } from './escape-name.ts';

/** What both the type checker and the estimate of costs know of the values of a schema. */
interface Sizes {
  /** How many elements a list or map, and how many bytes a text, has at most; 0 of others. */
  readonly maxElements: number;
  /** How many bytes a value takes at least, as JSON. */
  readonly minSize: number;
}

/** A scalar, or a value whose type is known only when it is evaluated. */
export interface ScalarDecl extends Sizes {
  readonly kind: 'scalar';
  readonly type: SimpleType;
}

/** A list. */
export interface ListDecl extends Sizes {
  readonly kind: 'list';
  readonly element: DeclType;
}

/** A map, whose keys are strings without a known length. */
export interface MapDecl extends Sizes {
  readonly kind: 'map';
  readonly key: DeclType;
  readonly element: DeclType;
}

/** An object with fields, by their escaped names. */
export interface ObjectDecl extends Sizes {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, DeclType>;
}

/** The type of a schema as expressions know it, with the sizes that its limits allow. */
export type DeclType = ScalarDecl | ListDecl | MapDecl | ObjectDecl;

/** The bytes of the largest request, which limit what has no limit of its own. */
export const MAX_REQUEST_BYTES: number = 3 * 1024 * 1024;
/** The most bytes of a text between its quotes. */
const MAX_TEXT = MAX_REQUEST_BYTES - 2;

const boolean = scalar('bool', 0, 4);
const double = scalar('double', 0, 1);
const integer = scalar('int', 0, 1);
const key = scalar('string', 0, 2);

/** The types of schemas, so that the rules of a schema and of what is in it know the same ones. */
const known = new WeakMap<JsonSchemaProps, DeclType | undefined>();
const knownRoots = new WeakMap<JsonSchemaProps, DeclType | undefined>();

/**
 * The type of a schema, always the same for the same one; undefined: expressions cannot see its values. `isRoot`: the
 * schema is that of a whole object, whose apiVersion, kind and names are always known.
 */
export function declTypeOf(schema: JsonSchemaProps, isRoot = false): DeclType | undefined {
  const types = isRoot ? knownRoots : known;
  const before = types.get(schema);
  if (before !== undefined || types.has(schema)) return before;
  const type = convert(schema, isRoot);
  types.set(schema, type);
  return type;
}

function convert(schema: JsonSchemaProps, isRoot: boolean): DeclType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true)
    return scalar('dyn', schema.maxLength === undefined ? MAX_TEXT : bytesOf(schema.maxLength), 1);
  switch (schema.type) {
    case 'array':
      return listOf(schema);
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? mapOf(schema, schema.additionalProperties)
        : objectOf(isRoot ? withMetadata(schema) : schema);
    case 'string':
      return textOf(schema);
    case 'boolean':
      return boolean;
    case 'number':
      return double;
    case 'integer':
      return integer;
    default:
      return undefined;
  }
}

function scalar(kind: SimpleKind, maxElements: number, minSize: number): ScalarDecl {
  return { kind: 'scalar', type: simpleType(kind), maxElements, minSize };
}

function childType(schema: JsonSchemaProps): DeclType | undefined {
  return declTypeOf(schema, schema['x-kubernetes-embedded-resource'] === true);
}

function listOf({ items, maxItems }: JsonSchemaProps): ListDecl | undefined {
  const element = items === undefined ? undefined : childType(items);
  if (element === undefined) return undefined;
  // An element takes a comma, too.
  const maxElements = limit(maxItems) ?? Math.floor(MAX_TEXT / (element.minSize + 1));
  return { kind: 'list', element, maxElements, minSize: 2 };
}

function mapOf({ maxProperties }: JsonSchemaProps, values: JsonSchemaProps): MapDecl | undefined {
  const element = childType(values);
  if (element === undefined) return undefined;
  // An entry takes two quotes, a key, a colon and a comma, too, as kube-apiserver counts them.
  const maxElements = limit(maxProperties) ?? Math.floor(MAX_TEXT / (element.minSize + 6));
  return { kind: 'map', key, element, maxElements, minSize: 2 };
}

function objectOf({ properties = {}, required = [] }: JsonSchemaProps): ObjectDecl {
  const mustHave = new Set(required);
  const fields = new Map<string, DeclType>();
  let minSize = 2;
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (property === undefined) continue;
    const type = childType(property);
    if (type === undefined) continue;
    const escaped = escapeName(name);
    if (escaped !== undefined) fields.set(escaped, type);
    // What has a default may be absent from the request.
    if (mustHave.has(name) && (property.default ?? null) === null)
      minSize += new TextEncoder().encode(name).length + type.minSize + 4;
  }
  return { kind: 'object', fields, maxElements: 0, minSize };
}

function textOf(schema: JsonSchemaProps): ScalarDecl {
  const { maxLength, format } = schema;
  switch (format) {
    case 'byte':
      return scalar('bytes', limit(maxLength) ?? MAX_TEXT, 2);
    case 'duration':
      return scalar('duration', 32, 3);
    case 'date':
      return scalar('timestamp', 12, 12);
    case 'date-time':
      return scalar('timestamp', 32, 21);
    default:
      return scalar('string', maxLength === undefined ? longestText(schema) : bytesOf(maxLength), 2);
  }
}

function longestText({ enum: values = [] }: JsonSchemaProps): number {
  if (values.length === 0) return MAX_TEXT;
  const encoder = new TextEncoder();
  return Math.max(0, ...values.map((value) => (typeof value === 'string' ? encoder.encode(value).length : 0)));
}

function limit(most: number | bigint | undefined): number | undefined {
  return most === undefined ? undefined : Math.max(0, Number(most));
}

/** The bytes of a text with at most so many characters. */
function bytesOf(maxLength: number | bigint): number {
  const bytes = Math.max(0, Number(maxLength)) * 4;
  // It is an integer of 64 bits, which overflows and is then read without its sign.
  return bytes < 2 ** 53 ? bytes : Number(BigInt.asUintN(64, BigInt(maxLength) * 4n));
}

const text: JsonSchemaProps = { type: 'string' };
const ownMetadata: JsonSchemaProps = { type: 'object', properties: { name: text, generateName: text } };

/** The schema of a whole object with what expressions know of each of these, unless it declares that itself. */
export function withMetadata(schema: JsonSchemaProps): JsonSchemaProps {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const named = metadata?.properties ?? {};
  const isWhole =
    isText(kind) &&
    isText(apiVersion) &&
    metadata?.type === 'object' &&
    isText(named['name']) &&
    isText(named['generateName']);
  if (isWhole) return schema;
  return { ...schema, properties: { ...schema.properties, kind: text, apiVersion: text, metadata: ownMetadata } };
}

function isText(schema: JsonSchemaProps | undefined): boolean {
  return schema?.type === 'string';
}
