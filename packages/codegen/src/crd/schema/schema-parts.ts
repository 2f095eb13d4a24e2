import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords, withExactKeywords } from '@kb/kubernetes/data';
import type { Marker } from '../../markers/define/marker-definition.ts';
import { withoutImmutableRules } from './immutable-fields.ts';

/** A schema with the exact description of `+kb:description`, in place of any other. */
export function described(schema: JsonSchemaProps, markers: readonly Marker[]): JsonSchemaProps {
  const said = markers.find(({ effect }) => effect.on === 'description')?.effect;
  if (said?.on !== 'description') return schema;
  const { description: _, ...rest } = schema;
  return said.text === '' ? rest : { ...rest, description: said.text };
}

/** A parent's schema without its map type if the child has another: the map type applies to the whole object. */
export function withoutTopology(parent: JsonSchemaProps, child: JsonSchemaProps): JsonSchemaProps {
  if (child['x-kubernetes-map-type'] === undefined) return parent;
  const { 'x-kubernetes-map-type': _, allOf, ...rest } = parent;
  return { ...rest, ...(allOf !== undefined && { allOf: allOf.map((branch) => withoutTopology(branch, child)) }) };
}

/**
 * The API server refuses null in every `enum`, even in one that lists it, but not in the branches of an `anyOf`.
 * Keywords of a patch stay exactly as written.
 */
export function withNullInEnum(schema: JsonSchemaProps): JsonSchemaProps {
  const { enum: values, allOf, anyOf, ...rest } = schema;
  const exact = exactKeywords(schema);
  return {
    ...rest,
    ...(allOf !== undefined && { allOf: exact.has('allOf') ? allOf : allOf.map(withNullInEnum) }),
    ...(anyOf !== undefined && { anyOf }),
    ...(values !== undefined && exact.has('enum') && { enum: values }),
    ...(values !== undefined &&
      !exact.has('enum') &&
      (anyOf === undefined ? { anyOf: [{ enum: values }] } : { oneOf: [{ enum: values }] })),
  };
}

/** A schema with the description of the place, which overrides the description of the type. */
export function withProse(
  schema: JsonSchemaProps,
  own: JsonSchemaProps,
  target: JsonSchemaProps,
  doc: string,
): JsonSchemaProps {
  const { title = target.title, example = target.example, externalDocs = target.externalDocs } = own;
  delete own.title;
  delete own.example;
  delete own.externalDocs;
  const description = doc === '' ? target.description : doc;
  const prose = {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(example !== undefined && { example }),
    ...(externalDocs !== undefined && { externalDocs }),
  };
  const exact = exactKeywords(target);
  const kept = Object.entries(prose).filter(
    ([key, value]) => exact.has(key) && value === target[key as keyof typeof prose],
  );
  return withExactKeywords({ ...schema, ...prose }, new Set(kept.map(([key]) => key)));
}

/**
 * A parent's schema without the child's own fields: a field of an interface replaces the inherited one. The
 * schema itself if it has none of them, and no prose. `known` are the results for the same names: an ancestor that
 * several parents have stays one object.
 */
export function without(
  schema: JsonSchemaProps,
  names: ReadonlySet<string>,
  known: WeakMap<JsonSchemaProps, JsonSchemaProps>,
): JsonSchemaProps {
  const present = known.get(schema);
  if (present) return present;
  const withoutRules = withoutImmutableRules(schema, names);
  const { description, title, properties, required, allOf, ...rest } = withoutRules;
  const kept = Object.entries(properties ?? {}).filter(([name]) => !names.has(name));
  const keptRequired = required?.filter((name) => !names.has(name)) ?? [];
  const branches = allOf?.map((branch) => without(branch, names, known));
  const isWhole =
    (description ?? title) === undefined &&
    keepsAll(kept.length, properties && Object.keys(properties).length) &&
    keepsAll(keptRequired.length, required?.length) &&
    branches?.every((branch, index) => branch === allOf?.[index]) !== false;
  const result = isWhole
    ? withoutRules
    : {
        ...rest,
        ...(branches !== undefined && { allOf: branches }),
        ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
        ...(keptRequired.length > 0 && { required: keptRequired }),
      };
  known.set(schema, result);
  return result;
}

/** Whether a list has all its entries still, and is one that is written: an empty one is left out. */
const keepsAll = (kept: number, all: number | undefined): boolean => all === undefined || (kept > 0 && kept === all);
