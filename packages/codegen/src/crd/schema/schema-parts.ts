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

/** A parent's schema without the child's own fields: a field of an interface replaces the inherited one. */
export function without(schema: JsonSchemaProps, names: ReadonlySet<string>): JsonSchemaProps {
  const { description: _, title: __, properties, required, allOf, ...rest } = withoutImmutableRules(schema, names);
  const kept = Object.entries(properties ?? {}).filter(([name]) => !names.has(name));
  const keptRequired = required?.filter((name) => !names.has(name)) ?? [];
  return {
    ...rest,
    ...(allOf !== undefined && { allOf: allOf.map((branch) => without(branch, names)) }),
    ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
    ...(keptRequired.length > 0 && { required: keptRequired }),
  };
}
