import path from 'node:path';
import type { Reporter } from '../diagnostic/reporter.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import type { GroupVersion, Kind, Model, TypeId } from '../model/model.ts';
import { pluralOf } from '../naming/plural.ts';
import { compareText } from '../text/compare-text.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { applyInterface } from './apply-interfaces.ts';
import {
  apiVersionOf,
  GROUP_VERSION_FILE,
  groupVersionNames,
  type GroupVersionNames,
  INDEX_FILE,
  SHARED_TYPES_FILE,
} from './group-version-names.ts';
import { type KindDescription, kindBlocks } from './kind-blocks.ts';
import { type DeclaredObject, hasApplyInterface, reachableObjects } from './resolve-use.ts';
import { type FileContext, openFile, type SourceFile } from './source-file.ts';
import { SOURCE_HEADER } from '../marks/generated-marks.ts';
import { quote } from './source-text.ts';
import { literalConstant, tupleConstant } from './type-layout.ts';

/**
 * Prints the client of one group version: a file for each kind, one for the types that several kinds share, one for the
 * constants of the group version, and an index. Paths are relative to its folder.
 */
export function groupVersionFiles(
  model: Model,
  groupVersion: GroupVersion,
  kinds: readonly KindVersions[],
  reporter: Reporter,
): GeneratedFile[] {
  const described = kinds.map((kind) => describe(kind, reporter));
  const objects = objectsOf(
    model,
    groupVersion,
    kinds.map(({ kind }) => kind),
  );
  const names = groupVersionNames(model, groupVersion, described, [...objects.keys()]);
  const applyFiles = applyFilesOf(model, groupVersion, objects, names);
  const context: FileContext = { model, groupVersion, names, applyFiles };
  const files = new Map<string, OpenFile>();
  const at = (path: string): OpenFile => {
    const open = files.get(path) ?? { source: openFile(context, path), blocks: [], values: false };
    files.set(path, open);
    return open;
  };
  for (const each of described) {
    const kindNames = existing(names.kinds.get(each.kind));
    const file = at(kindNames.file);
    file.values = true;
    file.blocks.push(...kindBlocks(file.source.texts, { ...each, names: kindNames }));
  }
  const kindOf = new Map(kinds.map(({ kind }) => [kind.type, kind]));
  for (const [id, path] of applyFiles) {
    const { source, blocks } = at(path);
    const name = existing(names.applyTypes.get(id));
    blocks.push(applyInterface(source.texts, declaredObject(model, id), name, kindOf.get(id)));
  }
  const made = [...files].map(([path, { source, blocks, values }]) => ({
    path,
    content: source.close(blocks, values),
  }));
  made.push({ path: GROUP_VERSION_FILE, content: groupVersionSource(groupVersion, names) });
  return [...made, { path: INDEX_FILE, content: indexSource(groupVersion, made) }];
}

/** A kind of a group version, with all its versions. */
export interface KindVersions {
  readonly kind: Kind;
  readonly versions: readonly Kind[];
}

/** A file that is being written. */
interface OpenFile {
  readonly source: SourceFile;
  readonly blocks: string[];
  /** True when it declares values, not only types. */
  values: boolean;
}

function describe({ kind, versions }: KindVersions, reporter: Reporter): Omit<KindDescription, 'names'> {
  const names = resourceNamesOf(versions, reporter);
  const listKind = versions.find(({ facts }) => facts.listKind !== undefined)?.facts.listKind;
  return {
    kind,
    plural: names.plural ?? pluralOf(kind.name),
    listKind: listKind ?? `${kind.name}List`,
    namespaced: names.scope === 'Namespaced',
  };
}

/** Finds the objects that get interfaces for server-side apply, and the kinds that use them. */
function objectsOf(model: Model, groupVersion: GroupVersion, kinds: readonly Kind[]): Map<TypeId, Kind[]> {
  const users = new Map<TypeId, Kind[]>();
  if (!groupVersion.applyInterfaces) return users;
  const kindTypes = new Set(model.kinds.map(({ type }) => type));
  for (const kind of kinds) {
    for (const id of reachableObjects(model, kind.type, kindTypes)) {
      if (!groupVersion.exports.has(id)) continue;
      const known = users.get(id);
      if (known === undefined) users.set(id, [kind]);
      else known.push(kind);
    }
  }
  return users;
}

/**
 * Chooses the file of each interface for server-side apply, in the order in which they are printed: a kind's file has
 * its own interface and those of types that only it uses, a shared file those that several kinds use.
 */
function applyFilesOf(
  model: Model,
  { applyInterfaces, applyFolder }: GroupVersion,
  objects: ReadonlyMap<TypeId, readonly Kind[]>,
  names: GroupVersionNames,
): Map<TypeId, string> {
  const files = new Map<TypeId, string>();
  if (!applyInterfaces) return files;
  for (const [kind, { file }] of names.kinds) {
    if (hasApplyInterface(model, model.types.get(kind.type))) files.set(kind.type, path.posix.join(applyFolder, file));
  }
  const shared: TypeId[] = [];
  for (const [id, [user, ...others]] of objects) {
    if (user === undefined || others.length > 0) shared.push(id);
    else files.set(id, path.posix.join(applyFolder, existing(names.kinds.get(user)).file));
  }
  for (const id of shared.sort(compareText)) files.set(id, path.posix.join(applyFolder, SHARED_TYPES_FILE));
  return files;
}

function declaredObject(model: Model, id: TypeId): DeclaredObject {
  const declared = model.types.get(id);
  if (!hasApplyInterface(model, declared)) throw new Error(`${id} has no interface for server-side apply`);
  return declared;
}

/**
 * Prints the constants of the group version. No other file imports them, so that importing one kind does not load the
 * others.
 */
function groupVersionSource({ group, version }: GroupVersion, names: GroupVersionNames): string {
  const kinds = [...names.kinds.values()];
  const apiVersion = apiVersionOf({ group, version });
  const handles = kinds.map(({ handle }) => handle);
  const imports = kinds.map(({ handle, file }) => `import { ${handle} } from './${file}';`).sort(compareText);
  return [
    SOURCE_HEADER,
    '',
    ...imports,
    '',
    `/** The group version ${apiVersion}. */`,
    literalConstant(names.groupVersion, [
      `group: ${quote(group)}`,
      `version: ${quote(version)}`,
      `apiVersion: ${quote(apiVersion)}`,
    ]),
    '',
    `/** Every resource of ${apiVersion}. */`,
    tupleConstant(names.allResources, handles),
    '',
  ].join('\n');
}

function indexSource({ module }: GroupVersion, files: readonly GeneratedFile[]): string {
  const exports = files.map(({ path }) => `export * from './${path}';`).sort(compareText);
  return [SOURCE_HEADER, '', `export type * from ${quote(module)};`, ...exports, ''].join('\n');
}

/** Asserts that a map lookup found an entry: the maps hold every kind and every interface. */
function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a kind or an interface has no name');
  return value;
}
