import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { areDistinct } from './distinct-shapes.ts';
import { factorOut } from './factor-out.ts';
import { checkDefaults, fieldsOfShapes, type UnionFields } from './union-fields.ts';
import { requiredByAll, type UnionShape } from './union-shape.ts';

/**
 * Builds the structural schema of a union of objects: one object with the fields of all shapes, and for each shape a
 * branch of `oneOf` with the fields that it requires, the values that it allows, and the fields of other shapes that it
 * forbids. Reports shapes that cannot be distinguished, and fields that a structural schema cannot have in two forms.
 */
export function uniteShapes(shapes: readonly UnionShape[], span: Span, reporter: Reporter): JsonSchemaProps {
  const fields = fieldsOfShapes(shapes, span, reporter);
  const { hoisted, rests } = factorObjects(shapes, span, reporter);
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

/** Separates what the shapes have in common as objects, apart from their fields, from what differs. */
function factorObjects(
  shapes: readonly UnionShape[],
  span: Span,
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
    reporter.report(shape?.span ?? span, {
      code: 'KB_NO_SCHEMA',
      message: `${conflict.keyword} of ${shape?.name ?? ''} cannot be set on one shape of a union alone`,
      hint:
        conflict.keyword === 'x-kubernetes-validations'
          ? 'put the rule on the union, or on a field; has(self.<field>) distinguishes the shapes'
          : 'set it on all shapes, or on the union',
    });
  }
  return { hoisted: common, rests };
}

/** The size in bytes that etcd allows for one object by default. */
const MAX_STORED = 1.5 * 1024 * 1024;

/**
 * Reports a union whose lists of forbidden fields are too large to be stored: they grow with the square of the number
 * of shapes.
 */
function isStorable(shapes: readonly UnionShape[], { owners }: UnionFields, span: Span, reporter: Reporter): boolean {
  let size = 0;
  for (const [name, owning] of owners)
    size += (shapes.length - owning.size) * (`{"required":[""]},`.length + name.length);
  if (size <= MAX_STORED) return true;
  reporter.report(span, {
    code: 'KB_NO_SCHEMA',
    message: `a schema that keeps the fields of ${shapes.length} shapes apart is larger than 1.5 MiB, which the API server cannot store`,
    hint: 'write one field for each shape, and nothing else in it: { git: Git } | { s3: S3 }; that needs no list of what is forbidden',
  });
  return false;
}

/** True when `oneOf` alone distinguishes the shapes: each has one field of its own, and no other rule. */
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
