import { posix } from 'node:path';
import { sidesOfMerge } from '@kb/apimachinery/yaml';
import type { SourceReader, Span } from '@kb/codegen';
import { hasMergeConflict, type ImportedText, parseSource, readImported, spanOf, ts } from '@kb/codegen/importer';

/** The folder of a group version before an import. */
export interface VersionFolder {
  readonly version: string;
  /** Relative to the reader's root. */
  readonly path: string;
  /** Files that an import wrote, by name. */
  readonly imported: ReadonlyMap<string, ImportedBefore>;
  /** Sources that an author wrote, by name. */
  readonly authored: ReadonlyMap<string, string>;
}

/** A file that an import wrote. */
export interface ImportedBefore {
  /** Its current text. */
  readonly text: string;
  /** The header that it has before the line of the import. */
  readonly header: string;
  /** Whether it was edited after the import. */
  readonly edited: boolean;
  /** The kinds that it declares. */
  readonly kinds: readonly string[];
}

/**
 * Reads the existing folders of a group, `<into>/<group>/<version>`, by version. Only sources directly in one count.
 */
export function readGroupFolder(into: string, group: string, reader: SourceReader): ReadonlyMap<string, VersionFolder> {
  const groupFolder = posix.join(into, group);
  const folders = new Map<
    string,
    VersionFolder & { imported: Map<string, ImportedBefore>; authored: Map<string, string> }
  >();
  for (const file of reader.list(groupFolder)) {
    const [version = '', name, ...deeper] = posix.relative(groupFolder, file).split('/');
    if (name === undefined || deeper.length > 0 || !/(?<!\.test|\.d)\.ts$/.test(name)) continue;
    const text = reader.read(file);
    if (text === undefined) continue;
    const path = posix.join(groupFolder, version);
    const folder = folders.get(version) ?? { version, path, imported: new Map(), authored: new Map() };
    folders.set(version, folder);
    const imported = readImported(text) ?? mergedImport(text);
    if (imported === undefined) folder.authored.set(name, text);
    else folder.imported.set(name, fileOf(text, imported));
  }
  return folders;
}

function fileOf(text: string, { before, edited, body }: ImportedText): ImportedBefore {
  return { text, header: before, edited, kinds: kindsIn(body) };
}

/** A file with a merge conflict of which an import wrote both sides. */
function mergedImport(text: string): ImportedText | undefined {
  if (!hasMergeConflict(text)) return undefined;
  const [ours, theirs] = sidesOfMerge(text).map(readImported);
  return ours === undefined || theirs === undefined ? undefined : { ...ours, edited: true };
}

/** The kinds whose types an import wrote into a folder. */
export function importedKinds({ imported }: VersionFolder): readonly string[] {
  return [...imported.values()].flatMap(({ kinds }) => kinds);
}

/** True when a group's kinds belong to another project: this holds for every folder of a group, or for none. */
export function isExternal(folders: ReadonlyMap<string, VersionFolder>): boolean {
  return [...folders.values()].some(({ imported, authored }) =>
    [...[...imported.values()].map(({ text }) => text), ...authored.values()].some((text) =>
      /^[ \t]*\/\/+[ \t]*\+kb:external[ \t]*\r?$/m.test(text),
    ),
  );
}

/** The names that an author's sources in a folder declare or export, with their places. */
export function authoredNames({ path, authored }: VersionFolder): ReadonlyMap<string, Span> {
  const names = new Map<string, Span>();
  for (const [file, text] of authored) {
    for (const statement of parseSource(`${path}/${file}`, text).statements) {
      for (const name of namesOf(statement)) names.set(name.text, spanOf(name));
    }
  }
  return names;
}

function namesOf(statement: ts.Statement): readonly (ts.Identifier | ts.StringLiteral)[] {
  if (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  )
    return statement.name === undefined ? [] : [statement.name];
  if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined)
    return ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name)
      : [statement.exportClause.name];
  return [];
}

/** The kinds of an imported source, found by their printed markers, without parsing it. */
function kindsIn(body: string): readonly string[] {
  return [...body.matchAll(/^\/\/ \+kubebuilder:object:root=true\n(?:\/\/ [^\n]*\n)*export interface (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}
