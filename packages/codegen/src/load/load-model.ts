import path from 'node:path';
import type { Reporter } from '../diagnostic/reporter.ts';
import { type FolderFacts, newFolderFacts } from '../model/facts.ts';
import type { GroupVersion, Kind, Model, NamedType, TypeId, TypeUse } from '../model/model.ts';
import type { SourceReader } from '../read/source-reader.ts';
import { createMarkerCollector, type MarkerCollector } from './comments/collect-markers.ts';
import { spanOf } from './comments/comments.ts';
import { ts } from './program/compiler.ts';
import { resolveComputed } from './resolve/computed-type.ts';
import { groupVersionOf } from './group-version.ts';
import { type LoadContext, readMarkers, type TypeDeclaration } from './load-context.ts';
import { applyFolderMarkers, folderMarkersOf, isTypeDeclaration, type OperatorMarkers } from './load-folder.ts';
import { loadKinds } from './load-kinds.ts';
import { namespacedTypes } from './namespaced-types.ts';
import { maxNesting, nestedTooDeeply, reportNesting } from './report-nesting.ts';
import { resolveDeclaration, resolveInstance } from './resolve/resolve-declaration.ts';
import { resolveType } from './resolve/resolve-type.ts';
import {
  createSourceProgram,
  parseSource,
  reportSyntax,
  rootOf,
  type SourcePackage,
} from './program/source-program.ts';
import { reportAbsentFields } from './types/absent-fields.ts';
import { unknownType } from './types/type-uses.ts';
import { compareText } from '../text/compare-text.ts';

/** What {@link loadModel} reads. */
export interface LoadOptions {
  readonly reader: SourceReader;
  readonly reporter: Reporter;
  /** Packages with the API's types. */
  readonly apiPackages: readonly SourcePackage[];
  /** Folders of sources whose markers of permissions and webhooks count too. */
  readonly controllerFolders: readonly string[];
  /** Prefixes of other tools' markers, which are left alone. */
  readonly ignoredMarkers: readonly string[];
  /** Floating point numbers are allowed in schemas, whatever markers of folders say. */
  readonly allowFloats: boolean;
}

/** Reads the sources of a project. Reports everything that is wrong with them; the model leaves out what is. */
export function loadModel(options: LoadOptions): Model {
  try {
    return readModel(options);
  } catch (error) {
    // The compiler's stack is full: it is only known afterwards which source was to blame.
    const { reader, reporter, controllerFolders } = options;
    const names = [...apiSources(options), ...controllerFolders.flatMap((folder) => sourcesIn(reader, folder))];
    if (!(error instanceof RangeError) || !reportNesting(names, reader, reporter)) throw error;
    return { groupVersions: [], kinds: [], types: new Map(), permissions: [], webhooks: [], webhookConfigurations: [] };
  }
}

function apiSources({ reader, apiPackages }: LoadOptions): string[] {
  return apiPackages.flatMap((source) => sourcesIn(reader, source.only ?? rootOf(source)));
}

function readModel(options: LoadOptions): Model {
  const { reader, reporter, apiPackages } = options;
  const names = apiSources(options);
  const program = createSourceProgram(names, apiPackages, reader, reporter);
  const { files, checker } = program;

  const collectors = new Map<ts.SourceFile, MarkerCollector>();
  const collectorOf = (file: ts.SourceFile): MarkerCollector => {
    let collector = collectors.get(file);
    if (collector === undefined)
      collectors.set(file, (collector = createMarkerCollector(file, reporter, options.ignoredMarkers)));
    return collector;
  };
  const operator: OperatorMarkers = { permissions: [], webhooks: [], webhookConfigurations: [] };
  const folders = loadFolders(files, collectorOf, operator, reporter);
  const types = new Map<TypeId, NamedType | undefined>();
  let depth = 0;
  const nested = (node: ts.Node, resolve: () => TypeUse): TypeUse => {
    if (depth > maxNesting) {
      reporter.report(spanOf(node), nestedTooDeeply);
      return unknownType;
    }
    depth++;
    try {
      return resolve();
    } finally {
      depth--;
    }
  };
  const folderOf = (fileName: string): FolderFacts => folders.get(path.posix.dirname(fileName)) ?? newFolderFacts();
  const context: LoadContext = {
    checker,
    reporter,
    allowsFloats: (node) => options.allowFloats || folderOf(node.getSourceFile().fileName).allowsFloats,
    types,
    resolved: new Set<TypeDeclaration>(),
    instances: new Map<TypeDeclaration, number>(),
    openFields: new Set(),
    absent: [],
    collectorOf,
    folderOf,
    resolve: (node, scope) => nested(node, () => resolveType(context, node, scope)),
    resolveComputed: (type, place) => resolveComputed(context, type, place),
    resolveDeclaration: (declaration, typeArguments) =>
      nested(declaration.name, () => resolveDeclaration(context, declaration, typeArguments)),
    resolveInstance: (declaration, type, alias) => resolveInstance(context, declaration, type, alias),
  };

  const groupVersions = new Map<string, GroupVersion>();
  const kinds: Kind[] = [];
  for (const file of files) {
    const folder = path.posix.dirname(file.fileName);
    const facts = folders.get(folder);
    if (facts === undefined || facts.skipped) continue;
    let groupVersion = groupVersions.get(folder);
    if (groupVersion === undefined) {
      groupVersion = groupVersionOf(folder, facts, apiPackages, program);
      if (groupVersion !== undefined) groupVersions.set(folder, groupVersion);
    }
    kinds.push(...loadKinds(context, file, groupVersion));
  }
  for (const file of files) {
    readUnresolved(context, file);
    collectorOf(file).rejectRest();
  }
  reportAbsentFields(context);
  loadControllers(options, collectorOf, operator);

  return {
    groupVersions: [...groupVersions.values()].sort(
      (a, b) => compareText(a.group, b.group) || compareText(a.version, b.version),
    ),
    kinds: kinds.sort(
      (a, b) =>
        compareText(a.groupVersion.group, b.groupVersion.group) ||
        compareText(a.name, b.name) ||
        compareText(a.groupVersion.version, b.groupVersion.version),
    ),
    types: new Map([...types].flatMap(([id, type]) => (type === undefined ? [] : [[id, type] as const]))),
    ...operator,
  };
}

/** The sources below a folder, sorted: not tests, and not declarations that were made from sources. */
function sourcesIn(reader: SourceReader, folder: string): string[] {
  const files = new Set(reader.list(folder));
  return [...files].filter((file) => isSource(file, files)).sort(compareText);
}

/** A file of declarations without a source beside it was written by hand: what it declares is there for all files of the program. */
function isSource(file: string, files: ReadonlySet<string>): boolean {
  if (file.endsWith('.d.ts'))
    return !files.has(file.replace(/\.d\.ts$/, '.ts')) && !/(?:^|\/)(?:dist|build)\//.test(file);
  return /(?<!\.test)\.ts$/.test(file);
}

function loadFolders(
  files: readonly ts.SourceFile[],
  collectorOf: (file: ts.SourceFile) => MarkerCollector,
  operator: OperatorMarkers,
  reporter: Reporter,
): Map<string, FolderFacts> {
  const folders = new Map<string, FolderFacts>();
  for (const file of files) {
    const folder = path.posix.dirname(file.fileName);
    const facts = folders.get(folder) ?? newFolderFacts();
    folders.set(folder, facts);
    applyFolderMarkers(folderMarkersOf(file, collectorOf(file), reporter), facts, operator, reporter);
  }
  return folders;
}

/** Reads the comments of types that no kind uses: a misspelt marker is an error there too. */
function readUnresolved(context: LoadContext, file: ts.SourceFile): void {
  for (const statement of [...file.statements, ...namespacedTypes(file.statements)]) {
    if (!isTypeDeclaration(statement) || context.resolved.has(statement)) continue;
    readMarkers(context, statement, 'type');
    // A member of an enum is no field: markers on it belong to nothing.
    if ('members' in statement && !ts.isEnumDeclaration(statement))
      for (const member of statement.members) readMarkers(context, member, 'field');
  }
}

function loadControllers(
  options: LoadOptions,
  collectorOf: (file: ts.SourceFile) => MarkerCollector,
  operator: OperatorMarkers,
): void {
  const { reader, reporter } = options;
  for (const name of options.controllerFolders.flatMap((folder) => sourcesIn(reader, folder))) {
    const text = reader.read(name);
    // Most files of a controller have no marker: they are not parsed.
    if (
      text === undefined ||
      !/^[ \t]*(?:\/\/+|\/?\*+)[ \t]*(?:\+[A-Za-z]|(?:@|-|\++[ \t]*)?(?:kubebuilder|kb|k8s):[A-Za-z])/m.test(text)
    )
      continue;
    const file = parseSource(name, text);
    reportSyntax(file, reporter);
    const collector = collectorOf(file);
    applyFolderMarkers(folderMarkersOf(file, collector, reporter), newFolderFacts(), operator, reporter);
    collector.rejectRest();
  }
}
