import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { allValues, complementOf, noValues, type ValueSet } from './field-states.ts';
import {
  absentAt,
  anyShape,
  bothOf,
  eitherOf,
  type FieldPath,
  noShape,
  presentAt,
  type Shapes,
  shapesAt,
} from './object-shapes.ts';

/**
 * Returns the shapes of the objects that `allOf`, `anyOf`, `oneOf` and `not` of a schema accept, as far as these
 * keywords restrict which fields exist, at any depth, and which values of closed sets they have. The result accepts at
 * least what the schema accepts; all other rules are ignored.
 */
export function shapesOfLogicalKeywords({ allOf, anyOf, oneOf, not }: JsonSchemaProps): Shapes {
  const logical: JsonSchemaProps = {
    ...(allOf !== undefined && { allOf }),
    ...(anyOf !== undefined && { anyOf }),
    ...(oneOf !== undefined && { oneOf }),
    ...(not !== undefined && { not }),
  };
  return taken({ schema: logical, path: [] });
}

/** A schema, and the path of the values that it applies to. */
interface PlacedSchema {
  readonly schema: JsonSchemaProps;
  readonly path: FieldPath;
}

/** Keywords that refuse no value. */
const harmless: ReadonlySet<string> = new Set([
  'description',
  'title',
  'example',
  'externalDocs',
  'default',
  'nullable',
]);

/** The maximum number of branches that are compared in pairs. */
const MAX_BRANCHES = 32;

/** Results by schema and path, cached because each is needed many times. */
type Known = WeakMap<JsonSchemaProps, Map<string, Shapes>>;
const known: Readonly<Record<'taken' | 'refused', Known>> = { taken: new WeakMap(), refused: new WeakMap() };

/** The objects whose value at the place is accepted by the schema, or absent; or a superset. */
function taken(place: PlacedSchema): Shapes {
  return remembered(known.taken, place, takenBy);
}

/** The objects whose value at the place is refused by the schema; or a superset. */
function refused(place: PlacedSchema): Shapes {
  return remembered(known.refused, place, refusedBy);
}

function remembered(answers: Known, place: PlacedSchema, find: (place: PlacedSchema) => Shapes): Shapes {
  const { schema, path } = place;
  const byPath = answers.get(schema) ?? new Map<string, Shapes>();
  answers.set(schema, byPath);
  const key = JSON.stringify(path);
  let shapes = byPath.get(key);
  if (shapes === undefined) byPath.set(key, (shapes = find(place)));
  return shapes;
}

function takenBy({ schema, path }: PlacedSchema): Shapes {
  const { enum: values, required = [], properties = {}, allOf = [], anyOf, oneOf, not } = schema;
  const here = (branch: JsonSchemaProps): PlacedSchema => ({ schema: branch, path });
  let shapes = values === undefined ? anyShape : shapesAt(path, { absent: true, values: setOf(values) });
  for (const name of required) {
    const isThere = bothOf(presentAt(path), presentAt([...path, name]));
    shapes = bothOf(shapes, eitherOf(absentAt(path), isThere));
  }
  for (const [name, property] of Object.entries(properties))
    shapes = bothOf(shapes, taken({ schema: property, path: [...path, name] }));
  for (const branch of allOf) shapes = bothOf(shapes, taken(here(branch)));
  if (anyOf !== undefined) shapes = bothOf(shapes, eitherOf(...anyOf.map((branch) => taken(here(branch)))));
  if (oneOf !== undefined) shapes = bothOf(shapes, takenByOne(oneOf.map(here), path));
  return not === undefined ? shapes : bothOf(shapes, eitherOf(absentAt(path), refused(here(not))));
}

/** The objects that exactly one branch accepts. */
function takenByOne(branches: readonly PlacedSchema[], path: FieldPath): Shapes {
  if (branches.length > MAX_BRANCHES) return eitherOf(...branches.map(taken));
  const only = branches.map((own, index) =>
    branches.reduce((shapes, other, at) => (at === index ? shapes : bothOf(shapes, refused(other))), taken(own)),
  );
  return eitherOf(absentAt(path), ...only);
}

function refusedBy({ schema, path }: PlacedSchema): Shapes {
  const { enum: values, required = [], properties = {}, allOf = [], anyOf, oneOf, not, type, ...others } = schema;
  const isOfObject = type === undefined || (type === 'object' && path.length === 0);
  const isPlain =
    isOfObject && values?.every(isScalar) !== false && Object.keys(others).every((key) => harmless.has(key));
  const isThere = presentAt(path);
  if (!isPlain) return isThere;
  const here = (branch: JsonSchemaProps): PlacedSchema => ({ schema: branch, path });
  const parts = [
    values === undefined ? noShape : shapesAt(path, { absent: false, values: complementOf(setOf(values)) }),
    ...required.map((name) => absentAt([...path, name])),
    ...Object.entries(properties).map(([name, property]) => refused({ schema: property, path: [...path, name] })),
    ...allOf.map((branch) => refused(here(branch))),
    ...(anyOf === undefined ? [] : [refusedByAll(anyOf.map(here))]),
    ...(oneOf === undefined ? [] : refusedByOne(oneOf.map(here))),
    not === undefined ? noShape : taken(here(not)),
  ];
  return bothOf(isThere, eitherOf(...parts));
}

function refusedByAll(branches: readonly PlacedSchema[]): Shapes {
  return branches.map(refused).reduce(bothOf, anyShape);
}

/** The objects that no branch accepts, and those that two branches accept. */
function refusedByOne(branches: readonly PlacedSchema[]): Shapes[] {
  if (branches.length > MAX_BRANCHES) return [anyShape];
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).map((other) => bothOf(taken(one), taken(other))),
  );
  return [refusedByAll(branches), ...pairs];
}

/** Lists and objects are not compared: a set that contains some counts as every value. */
function setOf(values: readonly JsonValue[]): ValueSet {
  if (values.length === 0) return noValues;
  return values.every(isScalar) ? { kind: 'these', values: new Set(values) } : allValues;
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object';
}
