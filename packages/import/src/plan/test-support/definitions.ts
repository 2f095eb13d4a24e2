import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { CustomResourceDefinition } from '../../read/custom-resource-definition.ts';
import { planTypes } from '../plan-types.ts';
import type { FolderPlan, PlannedType } from '../../type-plan.ts';

/**
 * A definition of `shops.example.com/v1` or another kind: `root` is its schema, or `spec` are the fields of its spec.
 */
export function definitionOf(
  kind: string,
  schema: { readonly root: JsonSchemaProps } | { readonly spec: JsonSchemaProps; readonly status?: JsonSchemaProps },
  version = 'v1',
): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  const root = 'root' in schema ? schema.root : rootOf(schema.spec, schema.status);
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  };
}

function rootOf(spec: JsonSchemaProps, status: JsonSchemaProps | undefined): JsonSchemaProps {
  const typeMeta = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
  return { type: 'object', properties: { ...typeMeta, spec, ...(status !== undefined && { status }) } };
}

/** An object with these fields. */
export function object(properties: { [name: string]: JsonSchemaProps }, more: JsonSchemaProps = {}): JsonSchemaProps {
  return { type: 'object', properties, ...more };
}

/** A list of these items. */
export function list(items: JsonSchemaProps): JsonSchemaProps {
  return { type: 'array', items };
}

/** A map with these values. */
export function map(additionalProperties: JsonSchemaProps): JsonSchemaProps {
  return { type: 'object', additionalProperties };
}

export const text: JsonSchemaProps = { type: 'string' };

/** An object with a field of this name, which no other type has. */
export function some(field: string): JsonSchemaProps {
  return object({ [field]: text });
}

/** Plans the only folder of definitions. */
export function planOne(...definitions: readonly CustomResourceDefinition[]): FolderPlan {
  const [folder, ...others] = planTypes(definitions);
  if (folder === undefined || others.length > 0) throw new Error('the definitions make another number of folders');
  return folder;
}

/** All types of a folder. */
export function typesOf({ files }: FolderPlan): readonly PlannedType[] {
  return files.flatMap(({ types }) => types);
}

/** The name of the type that replaces a schema. */
export function nameAt(folder: FolderPlan, schema: JsonSchemaProps): string | undefined {
  const use = folder.useOf(schema);
  return use?.kind === 'declared' ? use.type.name : use?.to.name;
}

/** Each file's name and the names of its types. */
export function filesOf({ files }: FolderPlan): Record<string, readonly string[]> {
  return Object.fromEntries(files.map(({ name, types }) => [name, types.map((type) => type.name)]));
}

/** The names of the types of a kind named Shop with this spec, without those of the kind itself. */
export function namesIn(spec: JsonSchemaProps['properties'], status?: JsonSchemaProps): readonly string[] {
  const definition = definitionOf('Shop', { spec: object({ ...spec }), ...(status !== undefined && { status }) });
  return typesOf(planOne(definition))
    .map(({ name }) => name)
    .filter((name) => !['Shop', 'ShopSpec', 'ShopStatus'].includes(name));
}
