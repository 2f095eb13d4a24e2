import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf, type TypeData } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';
import { createStructures, type Structure, type StructureTable, structureTable } from '../structure/structures.ts';
import { builtInShapes, hasDescriptions } from './built-in-shapes.ts';
import { builtInSchemaOf } from './faithful-types.ts';
import { referenceTo } from './reference-to.ts';

/** A type of Kubernetes, and the schema that the generator builds from it, with descriptions. */
export interface KnownType {
  readonly type: TypeData;
  readonly to: TypeReference;
  readonly schema: JsonSchemaProps;
}

/** The types of Kubernetes that schemas may have copies of. */
export interface KnownFields {
  /** The structures of their schemas. */
  readonly structures: StructureTable;
  /** The types that have a described field with this name and structure. */
  readonly typesWith: (name: string, structure: Structure) => readonly KnownType[];
}

/** Types that schemas never copy unchanged: the metadata of objects, and the types in it. */
const withoutCopies: ReadonlySet<string> = new Set(['meta/v1.ObjectMeta', 'meta/v1.TypeMeta', 'meta/v1.ListMeta']);

let known: KnownFields | undefined;

/**
 * The types of Kubernetes by their fields. Undefined before `npm run descriptions` has run. Computed once in a process,
 * because it takes longer than the plan of a definition.
 */
export function knownFields(): KnownFields | undefined {
  if (known === undefined && hasDescriptions()) known = findKnownFields();
  return known;
}

function findKnownFields(): KnownFields {
  const types = [...builtInShapes().byName.values()].flatMap(({ type }) => knownType(type) ?? []);
  const structures = structureTable(types.map(({ schema }) => schema));
  const structureOf = createStructures(structures);
  const found = new Map<string, KnownType[]>();
  for (const type of types) {
    for (const [name, field] of Object.entries(type.schema.properties ?? {})) {
      if (!isDescribed(field)) continue;
      const key = keyOf(name, structureOf(field));
      const sharing = found.get(key);
      if (sharing === undefined) found.set(key, [type]);
      else sharing.push(type);
    }
  }
  return { structures, typesWith: (name, structure) => found.get(keyOf(name, structure)) ?? [] };
}

function knownType(type: TypeData): KnownType | undefined {
  const to = withoutCopies.has(type.name) ? undefined : referenceTo(type);
  if (to === undefined || builtInSchemaOf(type) === undefined) return undefined;
  return { type, to, schema: openApiSchemaOf(type.name, { descriptions: true }) };
}

function keyOf(name: string, { whole }: Structure): string {
  return `${whole} ${name}`;
}

/** True if a field has a description. */
export function isDescribed({ description = '' }: JsonSchemaProps): boolean {
  return description !== '';
}
