import { equalJson, type JsonPrimitive } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Member, TypeExpression } from '../../declaration.ts';
import type { PlannedType, TypePlanUse } from '../../type-plan.ts';
import { apimachinery, withQuantities } from './apimachinery-type.ts';
import { isFilledIn } from '../shapes/field-states.ts';
import type { ExpressedType } from './expressed-type.ts';

/** The facts about the folder that {@link expressType} needs. */
export interface ExpressionContext {
  readonly useOf: (schema: JsonSchemaProps) => TypePlanUse | undefined;
  /** Returns the type of an object with inline fields. */
  readonly objectInPlace: (schema: JsonSchemaProps) => ExpressedType;
}

/**
 * Returns the narrowest type that accepts every value that the schema accepts: a declared or built-in type, one of kb's
 * scalars, literals, a list, a map. Markers express the rest of the schema, which is found by comparing the two
 * schemas.
 */
export function expressType(schema: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  const type = referred(context.useOf(schema)) ?? expressInPlace(schema, context);
  const isUnknown = type.type.kind === 'keyword' && type.type.keyword === 'unknown';
  // The API server does not count null among the values of an enum, so it is not a value of the type either.
  const isClosed = schema.enum !== undefined || type.schema.enum !== undefined;
  if (schema.nullable !== true || isUnknown || isClosed) return type;
  return { ...type, type: { kind: 'nullable', of: type.type }, schema: { ...type.schema, nullable: true } };
}

function referred(use: TypePlanUse | undefined): ExpressedType | undefined {
  if (use === undefined) return undefined;
  if (use.kind === 'declared')
    return expressed({ kind: 'reference', to: { name: use.type.name } }, schemaOfDeclared(use.type));
  const type: TypeExpression = { kind: 'reference', to: use.to };
  return expressed(use.withQuantities ? withQuantities(type) : type, use.schema);
}

function schemaOfDeclared({ schema, doc }: PlannedType): JsonSchemaProps {
  return doc === undefined ? schema : { ...schema, description: doc };
}

/** {@link expressType} for an inline type that is never null. */
export function expressInPlace(schema: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  if (schema['x-kubernetes-int-or-string'] === true)
    return schema.pattern === apimachinery('Quantity').schema.pattern
      ? apimachinery('Quantity')
      : apimachinery('IntOrString');
  const literals = literalsOf(schema);
  if (literals !== undefined) return literals;
  switch (schema.type) {
    case 'string':
      return stringType(schema);
    case 'boolean':
      return expressed({ kind: 'keyword', keyword: 'boolean' }, { type: 'boolean' }, false);
    case 'integer':
      return integerType(schema);
    case 'number':
      return apimachinery('float64');
    case 'array':
      return listType(schema, context);
    case 'object':
      return objectType(schema, context);
    default:
      return hasFields(schema) ? context.objectInPlace(schema) : unknownType;
  }
}

const unknownType: ExpressedType = expressed(
  { kind: 'keyword', keyword: 'unknown' },
  { 'x-kubernetes-preserve-unknown-fields': true },
  false,
);

/** True for an object with fields; a schema of another type has none, even if it lists some. */
export function hasFields({ type = 'object', properties = {}, ...schema }: JsonSchemaProps): boolean {
  return type === 'object' && schema['x-kubernetes-int-or-string'] !== true && Object.keys(properties).length > 0;
}

const stringSchema: JsonSchemaProps = { type: 'string' };

function stringType({ format }: JsonSchemaProps): ExpressedType {
  if (format === 'date-time') return apimachinery('Time');
  if (format === 'byte') return apimachinery('Bytes');
  return expressed({ kind: 'keyword', keyword: 'string' }, stringSchema, false);
}

function integerType({ format }: JsonSchemaProps): ExpressedType {
  return apimachinery(format === 'int32' || format === 'int64' ? format : 'int');
}

type Literal = Exclude<JsonPrimitive, null | bigint>;

/** A closed set of values. */
function literalsOf(schema: JsonSchemaProps): ExpressedType | undefined {
  const nullableValues = valuesBesideNull(schema);
  const values = (nullableValues ?? schema.enum)?.filter((value) => value !== null);
  if (values === undefined || values.length === 0 || !values.every(isLiteral)) return undefined;
  const distinct = [...new Set(values)];
  const type = typeOfLiterals(distinct);
  if (type === undefined || !fits(type, schema.type)) return undefined;
  // Both literals together are the keyword boolean.
  if (type === 'boolean' && distinct.length === 2) return undefined;
  const made: JsonSchemaProps =
    nullableValues === undefined ? { type, enum: distinct } : { type, anyOf: [{ enum: distinct }] };
  return expressed({ kind: 'literals', values: distinct }, made, false);
}

/** The values in the schema that the generator builds from nullable literals. */
function valuesBesideNull({ nullable, enum: values, anyOf = [] }: JsonSchemaProps): JsonSchemaProps['enum'] {
  const [only, ...others] = anyOf;
  const isAlone = only?.enum !== undefined && others.length === 0 && equalJson(only, { enum: only.enum });
  return nullable === true && values === undefined && isAlone ? only.enum : undefined;
}

function isLiteral(value: unknown): value is Literal {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && isPrintable(value));
}

function isPrintable(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function typeOfLiterals(values: readonly Literal[]): string | undefined {
  const types = new Set(values.map((value) => typeof value));
  if (types.size !== 1) return undefined;
  if (types.has('string')) return 'string';
  if (types.has('boolean')) return 'boolean';
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
}

function fits(type: string, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === type || (wanted === 'number' && type === 'integer');
}

function listType({ items }: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  const inner = items === undefined ? unknownType : expressType(items, context);
  return expressed({ kind: 'list', items: inner.type }, { type: 'array', items: inner.schema }, false);
}

function objectType(schema: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  const { additionalProperties } = schema;
  if (hasFields(schema)) return context.objectInPlace(schema);
  if (schema['x-kubernetes-embedded-resource'] === true) return embeddedObject();
  if (typeof additionalProperties === 'object') {
    const { type, schema: values } = expressType(additionalProperties, context);
    // Values of any JSON type are the values of open objects.
    if (type === unknownType.type) return openObject;
    return expressed({ kind: 'map', values: type }, { type: 'object', additionalProperties: values }, false);
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true) return openObject;
  return expressed({ kind: 'map', values: { kind: 'keyword', keyword: 'never' } }, { type: 'object' }, false);
}

/** An object with arbitrary fields, which are kept. */
export const openObject: ExpressedType = expressed(
  { kind: 'map', values: unknownType.type },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  false,
);

/** A nested API object, of any kind. */
function embeddedObject(): ExpressedType {
  const { type, schema } = apimachinery('RawExtension');
  return expressed(narrowed(type, embeddedShape({})), schema);
}

/** A type that the generator reads by its fields alone, and TypeScript also by its shapes. */
export function narrowed(fields: TypeExpression, shapes: TypeExpression): TypeExpression {
  return {
    kind: 'reference',
    to: { name: 'Narrowed', module: '@kb/apimachinery' },
    typeArguments: [fields, shapes],
  };
}

/** The members of every embedded object that its schema does not declare. */
export function embeddedShape({
  properties = {},
  required = [],
}: JsonSchemaProps): TypeExpression & { kind: 'object' } {
  const comment = { description: undefined, markers: [] };
  const texts = ['apiVersion', 'kind'].filter(
    (name) => !Object.hasOwn(properties, name) || !(required.includes(name) || isFilledIn(properties[name])),
  );
  const members: Member[] = texts.map((name) => ({
    name,
    optional: false,
    comment,
    type: { kind: 'keyword', keyword: 'string' },
  }));
  if (!Object.hasOwn(properties, 'metadata'))
    members.push({ name: 'metadata', optional: true, comment, type: apimachinery('ObjectMetaInput').type });
  return { kind: 'object', members };
}

function expressed(type: TypeExpression, schema: JsonSchemaProps, isReference = true): ExpressedType {
  return { type, schema, isReference };
}
