import { posix } from 'node:path';
import { type Diagnostic, type GeneratedFile, hasErrors, type SourceReader } from '@kb/codegen';
import { compareText, createReporter, reportingReader } from '@kb/codegen/reporting';
import { declareFolder } from '../declare/declare-folder.ts';
import { planTypes } from '../plan/plan-types.ts';
import type { FolderPlan } from '../type-plan.ts';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { checkFolder, checkNewFiles } from './check-folder.ts';
import { folderFiles } from './folder-files.ts';
import { hasStaleLine, INDEX_FILE } from './index-file.ts';
import { readBack } from './read-back.ts';
import { authoredNames, importedKinds, isExternal, readGroupFolder, type VersionFolder } from './read-folder.ts';
import { kindsWithLess, type KindWithLess, type KindWithMore, withWantedVersions } from './wanted-versions.ts';
import type { ReadDefinition } from '../read/definition-place.ts';

/** How an import is done. */
export interface ImportContext {
  /** Folder of the groups' folders, relative to the reader's root. */
  readonly into: string;
  readonly reader: SourceReader;
  /** Replace imported files that were edited. */
  readonly overwrite: boolean;
  /** The kinds belong to another project than the one whose folder it is. */
  readonly external: boolean;
  /** Only these versions, and those that were imported before. Undefined: as {@link withWantedVersions} has it. */
  readonly versions: readonly string[] | undefined;
}

/** What an import makes of the definitions of a group. */
export interface GroupImport {
  readonly group: string;
  /** With an error among them there is nothing else. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that are written, as they will be. */
  readonly files: readonly GeneratedFile[];
  /** Files of earlier imports, or left over from them, that go. */
  readonly removed: readonly string[];
  readonly imported: readonly ImportedKind[];
  readonly withMore: readonly KindWithMore[];
  readonly withLess: readonly KindWithLess[];
  /** What was there before, by version. */
  readonly before: ReadonlyMap<string, VersionFolder>;
  /** Every definition that the files have types of; those that were imported before among them. */
  readonly definitions: readonly PlacedDefinition[];
}

/** A kind that was imported. */
export interface ImportedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Where its types are, relative to the reader's root. */
  readonly file: string;
}

/** A definition, and where it was read; undefined: from types that were imported before. */
export interface PlacedDefinition {
  readonly definition: CustomResourceDefinition;
  readonly place: ReadDefinition['place'] | undefined;
}

/**
 * Imports the definitions of one group into its folders. A definition replaces all that was imported of its kind, in
 * every version; kinds that were imported before, and are in the same folders, are read back from their types and
 * planned together with the new ones, so that they share types. What an author wrote stays.
 */
export async function importGroup(
  group: string,
  given: readonly ReadDefinition[],
  context: ImportContext,
): Promise<GroupImport> {
  const reporter = createReporter(context.reader);
  const reader = reportingReader(context.reader, reporter);
  const before = readGroupFolder(context.into, group, reader);
  const nothing = (more: readonly Diagnostic[] = []): GroupImport => ({
    group,
    before,
    files: [],
    removed: [],
    imported: [],
    withMore: [],
    withLess: [],
    definitions: [],
    diagnostics: [...reporter.diagnostics(), ...more],
  });

  // Whatever order its source has, and whether it comes from a source or from types: a definition gives the same types.
  const wanted = withWantedVersions(given, before, context.versions);
  const definitions = wanted.definitions.map(({ definition, place }) => ({
    definition: withSortedKeys(definition),
    place,
  }));
  const kinds = new Set(definitions.map(({ definition }) => definition.spec.names.kind));
  const folders = foldersToWrite(group, definitions, kinds, before, context);
  for (const folder of folders) checkFolder(folder, kindsOf(folder.version, definitions), context.overwrite, reporter);
  if (hasErrors(reporter.diagnostics())) return nothing();

  const others = new Set(folders.flatMap(importedKinds).filter((kind) => !kinds.has(kind)));
  const known = others.size === 0 ? undefined : readBack(context.into, group, [...before.values()], others);
  if (known !== undefined && hasErrors(known.diagnostics)) return nothing(known.diagnostics);

  const placed: readonly PlacedDefinition[] = [
    ...definitions,
    ...(known?.definitions ?? []).map((definition) => ({ definition: withSortedKeys(definition), place: undefined })),
  ];
  const plans = new Map(planAll(placed, before).map((plan) => [plan.version, plan]));
  const external = context.external || isExternal(before);
  const files: GeneratedFile[] = [];
  const removed: string[] = [];
  const imported: ImportedKind[] = [];
  for (const folder of folders) {
    const plan = plans.get(folder.version) ?? { group, version: folder.version, files: [], useOf: () => undefined };
    checkNewFiles(
      folder,
      plan.files.map(({ name }) => name),
      reporter,
    );
    const made = await folderFiles(folder, declareFolder(plan), { external });
    files.push(...made.files);
    removed.push(...made.removed);
    imported.push(...kindsIn(plan, folder).filter(({ kind }) => kinds.has(kind)));
  }
  // What stands in the way of a file is found by looking.
  for (const { path } of files) reader.read(path);
  if (hasErrors(reporter.diagnostics())) return nothing();
  const { withMore } = wanted;
  return {
    group,
    before,
    files,
    removed,
    imported,
    withMore,
    withLess: kindsWithLess(given, before),
    definitions: placed,
    diagnostics: reporter.diagnostics(),
  };
}

/**
 * The folders of the definitions' versions, those in which their kinds were imported before, and those whose index
 * lists a file that was removed.
 */
function foldersToWrite(
  group: string,
  definitions: readonly ReadDefinition[],
  kinds: ReadonlySet<string>,
  before: ReadonlyMap<string, VersionFolder>,
  { into }: ImportContext,
): readonly VersionFolder[] {
  const versions = new Set(definitions.flatMap(({ definition }) => definition.spec.versions.map(({ name }) => name)));
  for (const folder of before.values())
    if (importedKinds(folder).some((kind) => kinds.has(kind)) || isStale(folder)) versions.add(folder.version);
  return [...versions].sort().map(
    (version) =>
      before.get(version) ?? {
        version,
        path: posix.join(into, group, version),
        imported: new Map(),
        authored: new Map(),
      },
  );
}

function isStale({ imported, authored }: VersionFolder): boolean {
  return hasStaleLine(authored.get(INDEX_FILE), [...imported.keys(), ...authored.keys()]);
}

/** The kinds that definitions have in a version. */
function kindsOf(version: string, definitions: readonly ReadDefinition[]): ReadonlySet<string> {
  const ofVersion = definitions.filter(({ definition }) =>
    definition.spec.versions.some(({ name }) => name === version),
  );
  return new Set(ofVersion.map(({ definition }) => definition.spec.names.kind));
}

function planAll(
  placed: readonly PlacedDefinition[],
  before: ReadonlyMap<string, VersionFolder>,
): readonly FolderPlan[] {
  const authored = new Map([...before].map(([version, folder]) => [version, new Set(authoredNames(folder).keys())]));
  return planTypes(
    placed.map(({ definition }) => definition),
    { reserved: (_, version) => authored.get(version) ?? new Set() },
  );
}

function kindsIn({ group, version, files }: FolderPlan, { path }: VersionFolder): readonly ImportedKind[] {
  return files.flatMap(({ name, types }) =>
    types.flatMap(({ kind }) =>
      kind === undefined
        ? []
        : [{ group, version, kind: kind.definition.spec.names.kind, file: posix.join(path, name) }],
    ),
  );
}

/** A copy of plain JSON in which the members of every object are sorted by name. No part of it is in two places. */
function withSortedKeys<T>(value: T): T {
  // What is put together again has the same parts.
  return sorted(value) as T;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  // By entries, so that a member named __proto__ stays one.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
