import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { factorOut } from './factor-out.ts';
import type { UnionShape } from './union-shape.ts';

/** The fields of a union's shapes: which shapes have them, and their schemas. */
export interface UnionFields {
  /** The part of each field's schema that all shapes with the field agree on. */
  readonly properties: ReadonlyMap<string, JsonSchemaProps>;
  /** The shapes that have each field. */
  readonly owners: ReadonlyMap<string, ReadonlySet<UnionShape>>;
  /** The part of the fields' schemas that only some shapes have. */
  readonly narrowed: ReadonlyMap<UnionShape, readonly (readonly [string, JsonSchemaProps])[]>;
}

/** Collects the fields of a union's shapes. Reports fields that a structural schema cannot have in two forms. */
export function fieldsOfShapes(shapes: readonly UnionShape[], span: Span, reporter: Reporter): UnionFields {
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
    // A type without a schema has been reported.
    if (holding.some(({ schema }) => Object.keys(schema).length === 0)) continue;
    if (conflict !== undefined) {
      const [first] = holding;
      const other = holding[conflict.index];
      const at = [name, ...conflict.path].join('.');
      reporter.report(other?.shape.span ?? span, {
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
          message: `the field ${name} of ${shape.name} allows other values than in other shapes: the API server does not allow that for "metadata"`,
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

function namesMetadata({ properties = {}, items }: JsonSchemaProps): boolean {
  return (
    Object.entries(properties).some(([name, property]) => name === 'metadata' || namesMetadata(property)) ||
    (items !== undefined && namesMetadata(items))
  );
}

/** Reports defaults of fields that not all shapes have: the API server sets defaults before it checks the shapes. */
export function checkDefaults(
  shapes: readonly UnionShape[],
  { properties, owners }: UnionFields,
  reporter: Reporter,
): void {
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
