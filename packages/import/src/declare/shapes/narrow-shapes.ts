import type { JsonPrimitive, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Member, TypeExpression } from '../../declaration.ts';
import {
  allValues,
  type FieldStates,
  has,
  intersectValues,
  isEmpty,
  isFilledIn,
  type ValueSet,
} from './field-states.ts';
import { shapesOfLogicalKeywords } from './logical-keywords.ts';
import {
  anyShape,
  anything,
  bothOf,
  eitherOf,
  type FieldPath,
  type Shape,
  type Shapes,
  shapesAt,
} from './object-shapes.ts';

/**
 * Returns a type that restricts the fields of an object as `allOf`, `anyOf`, `oneOf` and `not` do: which of them exist
 * together, and with which values. Undefined if they contain no rules that a type can express.
 */
export function narrowShapes(schema: JsonSchemaProps): TypeExpression | undefined {
  const shapes = eitherOf(...shapesOfLogicalKeywords(schema).map((shape) => printableShapes(shape, schema)));
  const types = shapes.map((shape): TypeExpression => ({ kind: 'object', members: membersOf(treeOf(shape)) }));
  const [only, ...others] = types;
  if (only === undefined || shapes.some(({ size }) => size === 0)) return undefined;
  return others.length === 0 ? only : { kind: 'union', of: types };
}

/** The shape as far as a type can express it; undefined if no object can match it, because a field has other values. */
function printableShapes(shape: Shape, schema: JsonSchemaProps): Shapes {
  let shapes: Shapes = anyShape;
  for (const [key, states] of shape) {
    const path = pathOf(key);
    const parent = objectAt(path.slice(0, -1), schema);
    // If a value may be something other than an object, no type can express which fields it has when it is one.
    if (parent === undefined) continue;
    shapes = bothOf(shapes, shapesAt(path, printableStates(states, propertyOf(parent, path.at(-1) ?? ''))));
  }
  return shapes;
}

function pathOf(key: string): FieldPath {
  // Shapes have paths as JSON.
  return JSON.parse(key) as FieldPath;
}

/** The schema of a nested object; undefined if the value can be something else. */
function objectAt(path: FieldPath, schema: JsonSchemaProps): JsonSchemaProps | undefined {
  let inner: JsonSchemaProps | undefined = schema;
  for (const name of path) {
    inner = propertyOf(inner, name);
    if (inner?.type !== 'object' || inner.nullable === true) return undefined;
  }
  return inner;
}

function propertyOf({ properties = {} }: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function printableStates({ absent, values }: FieldStates, property: JsonSchemaProps = {}): FieldStates {
  const closed = closedSet(property);
  const left = intersectValues(values, closed);
  const isWhole = left.kind === 'these' && closed.kind === 'these' && left.values.size === closed.values.size;
  const isPrintable =
    left.kind === 'these' && !isWhole && [...left.values].every((value) => value === null || isLiteral(value));
  return {
    // The API server sets defaults before it validates.
    absent: isFilledIn(property) ? has(left, property.default ?? null) : absent,
    values: isPrintable ? left : allValues,
  };
}

/** The closed set of values of a field. */
function closedSet({ enum: values, type, nullable }: JsonSchemaProps): ValueSet {
  if (values?.every((value) => typeof value !== 'object') === true) return { kind: 'these', values: new Set(values) };
  if (type !== 'boolean') return allValues;
  return { kind: 'these', values: new Set(nullable === true ? [true, false, null] : [true, false]) };
}

/** The states of a field, and of the fields inside it. */
interface FieldNode {
  states: FieldStates;
  readonly fields: Map<string, FieldNode>;
}

function treeOf(shape: Shape): Map<string, FieldNode> {
  const root: FieldNode = { states: anything, fields: new Map() };
  for (const [key, states] of shape) {
    let node = root;
    for (const name of pathOf(key)) {
      const next = node.fields.get(name) ?? { states: anything, fields: new Map<string, FieldNode>() };
      node.fields.set(name, next);
      node = next;
    }
    node.states = states;
  }
  return root.fields;
}

function membersOf(fields: ReadonlyMap<string, FieldNode>): Member[] {
  return [...fields].map(([name, { states, fields: inner }]) => ({
    name,
    optional: states.absent,
    comment: { description: undefined, markers: [] },
    type:
      inner.size > 0 && !isEmpty(states.values) ? { kind: 'object', members: membersOf(inner) } : typeOf(states.values),
  }));
}

function typeOf(values: ValueSet): TypeExpression {
  if (isEmpty(values)) return { kind: 'keyword', keyword: 'never' };
  if (values.kind === 'allBut') return { kind: 'keyword', keyword: 'unknown' };
  const type: TypeExpression = { kind: 'literals', values: [...values.values].filter(isLiteral) };
  return values.values.has(null) ? { kind: 'nullable', of: type } : type;
}

function isLiteral(value: JsonValue): value is Exclude<JsonPrimitive, null | bigint> {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
}
