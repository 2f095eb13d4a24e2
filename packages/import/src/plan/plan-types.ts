import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { type BuiltInTypes, createBuiltInTypes } from './built-in/built-in-use.ts';
import { knownFields } from './built-in/known-fields.ts';
import { docOf, schemaOf } from './drafts/common-part.ts';
import type { DraftType } from './drafts/draft-type.ts';
import { compareKinds, draftTypes } from './drafts/draft-types.ts';
import { filesOf } from './files.ts';
import { nameTypes } from './names/name-types.ts';
import { recognise } from './recognise/recognise.ts';
import { importedAs, parentOf } from './recognise/imported-as.ts';
import { createStructures, type Structure } from './structure/structures.ts';
import type { FolderPlan, PlannedKind, PlannedType, TypePlanUse } from '../type-plan.ts';
import { usersFirst } from './drafts/users-first.ts';

/**
 * Plans the types for CustomResourceDefinitions: which types there are, their names, and their files. One folder for
 * each group version, sorted by group and version; the order of the definitions does not matter. The definitions are
 * not changed; plans refer to parts of them.
 */
export function planTypes(
  definitions: readonly CustomResourceDefinition[],
  { reserved }: PlanTypesOptions = {},
): readonly FolderPlan[] {
  const structureOf = createStructures(knownFields()?.structures);
  const builtIns = createBuiltInTypes(structureOf);
  return groupVersionsOf(definitions).map((folder) =>
    planFolder(folder, { structureOf, builtIns, reserved: reserved?.(folder.group, folder.version) ?? new Set() }),
  );
}

/** Options of {@link planTypes}. */
export interface PlanTypesOptions {
  /** Names that the folder of a group version already declares: only kinds may have them. */
  readonly reserved?: (group: string, version: string) => ReadonlySet<string>;
}

interface PlanContext {
  readonly structureOf: (schema: JsonSchemaProps) => Structure;
  readonly builtIns: BuiltInTypes;
  readonly reserved: ReadonlySet<string>;
}

interface GroupVersionKinds {
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly PlannedKind[];
}

function groupVersionsOf(definitions: readonly CustomResourceDefinition[]): readonly GroupVersionKinds[] {
  const folders = new Map<string, { group: string; version: string; kinds: PlannedKind[] }>();
  for (const definition of definitions) {
    const { group, versions } = definition.spec;
    for (const version of versions) {
      const key = `${group}/${version.name}`;
      const folder = folders.get(key) ?? { group, version: version.name, kinds: [] };
      folder.kinds.push({ definition, version });
      folders.set(key, folder);
    }
  }
  return [...folders.values()]
    .sort((a, b) => compareText(a.group, b.group) || compareText(a.version, b.version))
    .map((folder) => ({ ...folder, kinds: folder.kinds.toSorted(compareKinds) }));
}

function planFolder(
  { group, version, kinds }: GroupVersionKinds,
  { structureOf, builtIns, reserved }: PlanContext,
): FolderPlan {
  const drafts = draftTypes(kinds, { structureOf, builtIns });
  const ordered = usersFirst(drafts.types);
  const schemas = new Map(ordered.map((type) => [type, schemaOf(type)]));
  const recognised = recognise(ordered, {
    isExact: (type, draft) => builtIns.isExact(type, schemas.get(draft) ?? {}),
  });
  const imported = new Set([...drafts.useOf.values()].flatMap((use) => ('to' in use ? [use.to.name] : [])));
  const names = nameTypes(ordered, recognised, { reserved, imported });
  const taken = new Set([...names.values(), ...reserved]);
  const planned = new Map<DraftType, PlannedType>();
  for (const type of drafts.types) {
    const name = names.get(type);
    const schema = schemas.get(type);
    if (name === undefined || schema === undefined) throw new Error(`a type of ${group}/${version} is used by no kind`);
    const parent = parentOf(type, recognised.get(type), builtIns, taken);
    planned.set(type, {
      name,
      schema,
      doc: docOf(type),
      ...(type.kind !== undefined && { kind: type.kind }),
      ...(parent !== undefined && { parent }),
    });
  }
  return {
    group,
    version,
    files: filesOf(drafts.types, planned),
    useOf: (schema): TypePlanUse | undefined => {
      const use = drafts.useOf.get(schema);
      if (use === undefined) return undefined;
      if ('to' in use) {
        const { schema: made, withQuantities } = use;
        return { kind: 'builtIn', to: importedAs(use.to, use.type, taken), withQuantities, schema: made };
      }
      const type = planned.get(use);
      return type && { kind: 'declared', type };
    },
  };
}
