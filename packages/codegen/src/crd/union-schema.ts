import type { JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { areDisjoint, factorOut } from './factor-out.ts';
import { overlapHint } from './overlap-hint.ts';

/** A shape of a union, with its schema: `allOf`s merged. */
export interface UnionShape {
  /** How the source writes it, for messages. */
  readonly name: string;
  readonly span: Span;
  readonly schema: JsonSchemaProps;
}

/** The fields that shapes of a union have: where they have them, and what is said of them. */
interface UnionFields {
  /** What all shapes agree on. */
  readonly properties: ReadonlyMap<string, JsonSchemaProps>;
  /** The shapes that have each field. */
  readonly owners: ReadonlyMap<string, ReadonlySet<UnionShape>>;
  /** What only some of the shapes say of their fields. */
  readonly narrowed: ReadonlyMap<UnionShape, readonly (readonly [string, JsonSchemaProps])[]>;
}

/**
 * The structural schema of a union of objects: the fields of all shapes in one object, and for each shape in `oneOf`
 * what it requires, which values it allows, and that the fields of other shapes are not there. Reports shapes that
 * nothing tells apart, and fields that a structural schema cannot have in two forms.
 */
export function unionSchema(shapes: readonly UnionShape[], span: Span, reporter: Reporter): JsonSchemaProps {
  const fields = fieldsOf(shapes, reporter);
  const { hoisted, rests } = factorObjects(shapes, reporter);
  checkDefaults(shapes, fields, reporter);
  const required = requiredByAll(shapes);
  const schema: JsonSchemaProps = {
    ...hoisted,
    type: 'object',
    ...(fields.properties.size > 0 && { properties: Object.fromEntries(fields.properties) }),
    ...(required.length > 0 && { required }),
  };
  const exclusive = areExclusiveByKey(shapes, fields, rests);
  if (!areDistinct(shapes, span, reporter) || (!exclusive && !isStorable(shapes, fields, span, reporter)))
    return schema;
  const oneOf = shapes.map((shape, index) =>
    branchSchema(shape, rests[index] ?? {}, { fields, hoisted: new Set(required), exclusive }),
  );
  return { ...schema, oneOf };
}

function fieldsOf(shapes: readonly UnionShape[], reporter: Reporter): UnionFields {
  const holders = new Map<string, { readonly shape: UnionShape; readonly schema: JsonSchemaProps }[]>();
  for (const shape of shapes) {
    for (const [name, schema] of Object.entries(shape.schema.properties ?? {})) {
      const holding = holders.get(name) ?? [];
      holders.set(name, holding);
      holding.push({ shape, schema });
    }
  }
  const properties = new Map<string, JsonSchemaProps>();
  const narrowed = new Map<UnionShape, (readonly [string, JsonSchemaProps])[]>();
  for (const [name, holding] of holders) {
    const { common, rests, conflict } = factorOut(
      holding.map(({ schema }) => schema),
      { unite: holding.length === shapes.length },
    );
    properties.set(name, common);
    // A type that was reported has no schema.
    if (holding.some(({ schema }) => Object.keys(schema).length === 0)) continue;
    if (conflict !== undefined) {
      const [first] = holding;
      const other = holding[conflict.index];
      const at = [name, ...conflict.path].join('.');
      reporter.report(other?.shape.span ?? shapes[0]?.span ?? neverSpan(), {
        code: 'KB_NO_SCHEMA',
        message: `the field ${at} has another ${conflict.keyword} in ${other?.shape.name ?? ''} than in ${first?.shape.name ?? ''}: a CRD has one schema for a field of all shapes`,
        hint: 'give the fields different names, or the same type',
      });
      continue;
    }
    rests.forEach((rest, index) => {
      const shape = holding[index]?.shape;
      if (shape === undefined || Object.keys(rest).length === 0) return;
      if (name === 'metadata' || namesMetadata(rest)) {
        reporter.report(shape.span, {
          code: 'KB_NO_SCHEMA',
          message: `the field ${name} of ${shape.name} allows other values than in other shapes: the API server lets no shape of a union say that of "metadata"`,
          hint: 'give the field another name',
        });
      }
      const entries = narrowed.get(shape) ?? [];
      narrowed.set(shape, entries);
      entries.push([name, rest]);
    });
  }
  const owners = new Map(
    [...holders].map(([name, holding]) => [name, new Set(holding.map(({ shape }) => shape))] as const),
  );
  return { properties, owners, narrowed };
}

function neverSpan(): never {
  throw new Error('a union has shapes');
}

function namesMetadata({ properties = {}, items }: JsonSchemaProps): boolean {
  return (
    Object.entries(properties).some(([name, property]) => name === 'metadata' || namesMetadata(property)) ||
    (items !== undefined && namesMetadata(items))
  );
}

/** What the shapes say as objects, besides their fields. */
function factorObjects(
  shapes: readonly UnionShape[],
  reporter: Reporter,
): { readonly hoisted: JsonSchemaProps; readonly rests: readonly JsonSchemaProps[] } {
  const bare = shapes.map(({ schema }) => {
    const {
      properties: _,
      required: __,
      description: ___,
      title: ____,
      example: _____,
      externalDocs: ______,
      ...rest
    } = schema;
    return rest;
  });
  const { common, rests, conflict } = factorOut(bare, { unite: false });
  if (conflict !== undefined) {
    const { keyword } = conflict;
    const shape = shapes.find((_, index) => Object.hasOwn(bare[index] ?? {}, keyword)) ?? shapes[conflict.index];
    reporter.report(shape?.span ?? neverSpan(), {
      code: 'KB_NO_SCHEMA',
      message: `${conflict.keyword} of ${shape?.name ?? ''} cannot be said of one shape of a union alone`,
      hint:
        conflict.keyword === 'x-kubernetes-validations'
          ? 'put the rule on the union, or on a field; has(self.<field>) tells the shapes apart'
          : 'say it of all shapes, or of the union',
    });
  }
  return { hoisted: common, rests };
}

function requiredByAll(shapes: readonly UnionShape[]): string[] {
  const [first, ...others] = shapes.map(({ schema }) => new Set(schema.required));
  return [...(first ?? [])].filter((name) => others.every((required) => required.has(name))).sort();
}

/** The API server fills in defaults before it looks which shape a value has. */
function checkDefaults(shapes: readonly UnionShape[], { properties, owners }: UnionFields, reporter: Reporter): void {
  for (const [name, property] of properties) {
    const owning = owners.get(name);
    const [shape] = owning ?? [];
    if (property.default === undefined || shape === undefined || owning?.size === shapes.length) continue;
    reporter.report(shape.span, {
      code: 'KB_NO_SCHEMA',
      message: `the field ${name} of ${shape.name} has a default, which the API server would set in values of other shapes too`,
      hint: `remove the default, or put ${name} into an object of its own: a default inside that is only set where the object is`,
    });
  }
}

/** What etcd takes at most of one object, in bytes, unless it is told otherwise. */
const maxStored = 1.5 * 1024 * 1024;

/**
 * Reports a union in which what each shape must not have is more than can be stored: that grows with the square of the
 * shapes.
 */
function isStorable(shapes: readonly UnionShape[], { owners }: UnionFields, span: Span, reporter: Reporter): boolean {
  let size = 0;
  for (const [name, owning] of owners)
    size += (shapes.length - owning.size) * (`{"required":[""]},`.length + name.length);
  if (size <= maxStored) return true;
  reporter.report(span, {
    code: 'KB_NO_SCHEMA',
    message: `a schema that keeps the fields of ${shapes.length} shapes apart is larger than 1.5 MiB, which the API server cannot store`,
    hint: 'write one field for each shape, and nothing else in it: { git: Git } | { s3: S3 }; that needs no list of what is forbidden',
  });
  return false;
}

/** Reports the first two shapes that a value can have at once. */
function areDistinct(shapes: readonly UnionShape[], span: Span, reporter: Reporter): boolean {
  if (hasOwnKeys(shapes)) return true;
  const pair = findOverlap(shapes, requiredByAll(shapes));
  if (pair === undefined) return true;
  const [a, b] = pair;
  reporter.report(span, {
    code: 'KB_NO_SCHEMA',
    message: `a value can match both ${a.name} and ${b.name}`,
    hint: overlapHint(a.schema, b.schema, shapes.length),
  });
  return false;
}

/**
 * Two shapes that a value can have at once. Only those are compared two by two that have a value in common in each of
 * the fields that have closed sets of values in all.
 */
function findOverlap(
  shapes: readonly UnionShape[],
  required: readonly string[],
): readonly [UnionShape, UnionShape] | undefined {
  if (shapes.length < 2) return undefined;
  const [name, ...others] = required;
  if (name !== undefined) {
    const groups = groupsByValue(shapes, name);
    if (groups === undefined) return findOverlap(shapes, others);
    for (const group of groups) {
      const pair = findOverlap(group, others);
      if (pair !== undefined) return pair;
    }
    return undefined;
  }
  for (const [index, a] of shapes.entries()) {
    for (let other = index + 1; other < shapes.length; other++) {
      const b = shapes[other];
      if (b === undefined || requiresWhatIsNotIn(a, b) || requiresWhatIsNotIn(b, a) || areDisjoint(a.schema, b.schema))
        continue;
      return [a, b];
    }
  }
  return undefined;
}

/**
 * The shapes that share a value of a field; undefined where its values are no closed set in each shape, or tell so few
 * shapes apart that groups of them are no less work.
 */
function groupsByValue(shapes: readonly UnionShape[], name: string): UnionShape[][] | undefined {
  const groups = new Map<JsonValue, UnionShape[]>();
  for (const shape of shapes) {
    const { properties = {} } = shape.schema;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property?.enum === undefined || property.nullable === true) return undefined;
    for (const value of new Set(property.enum)) {
      const group = groups.get(value) ?? [];
      groups.set(value, group);
      group.push(shape);
    }
  }
  const sizes = [...groups.values()].map((group) => group.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isSmaller = total <= 2 * shapes.length && 2 * Math.max(...sizes) <= shapes.length;
  return total === shapes.length || isSmaller ? [...groups.values()] : undefined;
}

function requiresWhatIsNotIn(a: UnionShape, b: UnionShape): boolean {
  return (a.schema.required ?? []).some(
    (name) =>
      a.schema.properties !== undefined &&
      Object.hasOwn(a.schema.properties, name) &&
      !Object.hasOwn(b.schema.properties ?? {}, name),
  );
}

/** True when each shape requires a field that no other has. */
function hasOwnKeys(shapes: readonly UnionShape[]): boolean {
  const count = new Map<string, number>();
  for (const { schema } of shapes) {
    for (const name of Object.keys(schema.properties ?? {})) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return shapes.every(({ schema }) => schema.required?.some((name) => count.get(name) === 1) ?? false);
}

/** True when `oneOf` alone keeps the shapes' fields apart: each shape is known by one field, and says nothing else. */
function areExclusiveByKey(
  shapes: readonly UnionShape[],
  { owners, narrowed }: UnionFields,
  rests: readonly JsonSchemaProps[],
): boolean {
  return shapes.every((shape, index) => {
    const own = Object.keys(shape.schema.properties ?? {}).filter((name) => owners.get(name)?.size !== shapes.length);
    const [key] = own;
    return (
      key !== undefined &&
      own.length === 1 &&
      owners.get(key)?.size === 1 &&
      shape.schema.required?.includes(key) === true &&
      shape.schema.required.every((name) => name === key || requiredIn(shapes, name)) &&
      !narrowed.has(shape) &&
      Object.keys(rests[index] ?? {}).length === 0
    );
  });
}

function requiredIn(shapes: readonly UnionShape[], name: string): boolean {
  return shapes.every(({ schema }) => schema.required?.includes(name) ?? false);
}

function branchSchema(
  shape: UnionShape,
  rest: JsonSchemaProps,
  { fields, hoisted, exclusive }: { fields: UnionFields; hoisted: ReadonlySet<string>; exclusive: boolean },
): JsonSchemaProps {
  const required = (shape.schema.required ?? []).filter((name) => !hoisted.has(name)).sort();
  const narrowed = fields.narrowed.get(shape) ?? [];
  const { not, ...others } = rest;
  const forbidden = exclusive
    ? []
    : [...fields.owners].filter(([, owning]) => !owning.has(shape)).map(([name]) => name);
  const nots = [...(not === undefined ? [] : [not]), ...forbidden.sort().map((name) => ({ required: [name] }))];
  const [only] = nots;
  return {
    ...others,
    ...(narrowed.length > 0 && { properties: Object.fromEntries(narrowed) }),
    ...(required.length > 0 && { required }),
    ...(only !== undefined && { not: nots.length === 1 ? only : { anyOf: nots } }),
  };
}
