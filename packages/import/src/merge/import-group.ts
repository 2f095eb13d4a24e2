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

/** Options of an import. */
export interface ImportContext {
  /** The folder of the groups' folders, relative to the reader's root. */
  readonly into: string;
  readonly reader: SourceReader;
  /** Replace imported files that were edited. */
  readonly overwrite: boolean;
  /** The kinds belong to another project. */
  readonly external: boolean;
  /** What new sources begin with. */
  readonly header: string;
  /** Only these versions, and those that were imported before. Undefined: see {@link withWantedVersions}. */
  readonly versions: readonly string[] | undefined;
}

/** The result of importing a group. */
export interface GroupImport {
  readonly group: string;
  /** If they contain an error, the rest is empty. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files to write, with their new texts. */
  readonly files: readonly GeneratedFile[];
  /** Files of earlier imports to remove. */
  readonly removed: readonly string[];
  readonly imported: readonly ImportedKind[];
  readonly withMore: readonly KindWithMore[];
  readonly withLess: readonly KindWithLess[];
  /** The existing folders, by version. */
  readonly before: ReadonlyMap<string, VersionFolder>;
  /** Every definition whose types are in the files, including those imported before. */
  readonly definitions: readonly PlacedDefinition[];
}

/** A kind that was imported. */
export interface ImportedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The file of its types, relative to the reader's root. */
  readonly file: string;
}

/** A definition and its place; undefined if it was read from types that were imported before. */
export interface PlacedDefinition {
  readonly definition: CustomResourceDefinition;
  readonly place: ReadDefinition['place'] | undefined;
}

/**
 * Imports the definitions of one group into its folders. A definition replaces everything that was imported of its
 * kind, in every version. Kinds in the same folders that were imported before are read back from their types and
 * planned together with the new ones, so that they share types. Authors' sources stay.
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

  // A definition gives the same types whatever its order, and whether it comes from a source or from types.
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
    const made = await folderFiles(folder, declareFolder(plan), { external, header: context.header });
    files.push(...made.files);
    removed.push(...made.removed);
    imported.push(...kindsIn(plan, folder).filter(({ kind }) => kinds.has(kind)));
  }
  // Reading reports anything in the way of a new file, such as a folder.
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
 * The folders of the definitions' versions, the folders of their kinds' earlier imports, and those whose index lists a
 * removed file.
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

/** The kinds of definitions in a version. */
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

/** A copy of plain JSON with sorted members. No part of it is shared. */
function withSortedKeys<T>(value: T): T {
  // A sorted copy has the same type.
  return sorted(value) as T;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  // Built from entries, so that `__proto__` is a member like any other.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
