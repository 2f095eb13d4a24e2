import path from 'node:path';
import type { Reporter } from '../diagnostic/reporter.ts';
import { type FolderFacts, newFolderFacts } from '../facts/facts.ts';
import type { GroupVersion, Kind, Model, NamedType, TypeId, TypeUse } from '../model/model.ts';
import type { SourceReader } from '../read/source-reader.ts';
import { compareText } from '../text/compare-text.ts';
import { collectFindings, type Findings } from './check/collect-findings.ts';
import { reachedNodes, type ReachedNodes } from './check/reached-nodes.ts';
import { createMarkerCollector, type MarkerCollector } from './comments/collect-markers.ts';
import { spanOf } from './comments/comments.ts';
import { groupVersionOf } from './group-version.ts';
import { isTypeDeclaration, type LoadContext, readMarkers, type TypeDeclaration } from './context/load-context.ts';
import { applyFolderMarkers, folderMarkersOf, type OperatorMarkers } from './load-folder.ts';
import { kindDeclarations } from './kind-like.ts';
import { loadKinds } from './load-kinds.ts';
import type { LoadOptions } from './load-options.ts';
import { namespacedTypes } from './namespaced-types.ts';
import { ts } from '../compiler.ts';
import { isInstalled } from './program/module-resolution.ts';
import { parseSource, reportSyntax } from './program/parse-source.ts';
import { rootOf } from './program/source-packages.ts';
import { createSourceProgram, type ProgramOptions, type SourceProgram } from './program/source-program.ts';
import { MAX_NESTING, nestedTooDeeply } from './report-nesting.ts';
import { resolveComputed } from './computed/computed-type.ts';
import { resolveDeclaration, resolveInstance } from './resolve/resolve-declaration.ts';
import { resolveType } from './resolve/resolve-type.ts';
import { reportAbsentFields } from './types/absent-fields.ts';
import { unknownType } from '../model/type-uses.ts';

/** Options of reading sources. */
export type OpenOptions = Pick<ProgramOptions, 'library' | 'settings' | 'nulls'>;

/** Sources after reading. */
export interface OpenSources {
  /** The files of the API packages, named as the reader names them. */
  readonly fileNames: readonly string[];
  readonly program: SourceProgram;
  /** The nodes that kinds use. */
  readonly nodes: ReachedNodes;
  /** The problems found so far. */
  readonly findings: Findings;
  readonly collectorOf: (file: ts.SourceFile) => MarkerCollector;
  /** The facts of folders, by folder. */
  readonly folders: ReadonlyMap<string, FolderFacts>;
  readonly operator: OperatorMarkers;
}

/** The files of the API packages, sorted. */
export function apiSources({ reader, apiPackages }: LoadOptions): string[] {
  return apiPackages.flatMap((source) => sourcesIn(reader, source.only ?? rootOf(source)));
}

/** Opens the sources of a project with the given library, without resolving types. */
export function openSources(options: LoadOptions, { library, settings, nulls }: OpenOptions): OpenSources {
  const { reader, apiPackages } = options;
  const findings = collectFindings();
  const { reporter } = findings;
  const fileNames = apiSources(options);
  const program = createSourceProgram({
    fileNames,
    packages: apiPackages,
    settings,
    reader,
    reporter,
    library,
    ...(nulls !== undefined && { nulls }),
  });
  const collectors = new Map<ts.SourceFile, MarkerCollector>();
  const collectorOf = (file: ts.SourceFile): MarkerCollector => {
    let collector = collectors.get(file);
    if (collector === undefined)
      collectors.set(file, (collector = createMarkerCollector(file, reporter, options.ignoredMarkers)));
    return collector;
  };
  const operator: OperatorMarkers = { permissions: [], webhooks: [], webhookConfigurations: [] };
  const folders = loadFolders(program.files, collectorOf, operator, reporter);
  const loaded = program.files.filter(({ fileName }) => folders.get(path.posix.dirname(fileName))?.skipped !== true);
  const nodes = reachedNodes(program.checker, kindDeclarations(program.checker, loaded));
  return { fileNames, program, nodes, findings, collectorOf, folders, operator };
}

/** Builds the model of sources. Problems are in their findings. */
export function loadSources(options: LoadOptions, sources: OpenSources): Model {
  const { apiPackages } = options;
  const { program, findings, collectorOf, folders, operator, fileNames } = sources;
  const { files, checker } = program;
  const types = new Map<TypeId, NamedType | undefined>();
  /** The nodes that are being resolved, the outermost first. */
  const resolving: ts.Node[] = [];
  const reporter = reporterOfUses(findings.reporter, resolving);
  const nested = (node: ts.Node, resolve: () => TypeUse): TypeUse => {
    if (resolving.length > MAX_NESTING) {
      reporter.report(spanOf(node), nestedTooDeeply);
      return unknownType;
    }
    resolving.push(node);
    try {
      return resolve();
    } finally {
      resolving.pop();
    }
  };
  const folderOf = (fileName: string): FolderFacts => folders.get(path.posix.dirname(fileName)) ?? newFolderFacts();
  const context: LoadContext = {
    checker,
    reporter,
    allowsFloats: (node) => options.allowFloats || folderOf(node.getSourceFile().fileName).allowsFloats,
    types,
    resolved: new Set<TypeDeclaration>(),
    fileNames,
    reportAny: (written, span, finding) => findings.addAny({ written, span, finding }),
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
  loadControllers({ ...options, reporter }, collectorOf, operator);

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

/**
 * A reporter for declarations of installed packages, which the author cannot change: it reports their problems where
 * they are used.
 */
function reporterOfUses({ report }: Pick<Reporter, 'report'>, resolving: readonly ts.Node[]): Pick<Reporter, 'report'> {
  return {
    report(span, finding) {
      const use = isInstalled(span.file)
        ? resolving.findLast((node) => !isInstalled(node.getSourceFile().fileName))
        : undefined;
      if (use === undefined) report(span, finding);
      else {
        const place = span.file.slice(span.file.lastIndexOf('node_modules/') + 'node_modules/'.length);
        report(spanOf(use), { ...finding, message: `${finding.message} (in ${place}:${span.line})` });
      }
    },
  };
}

/** The sources below a folder, sorted, without tests and generated declarations. */
export function sourcesIn(reader: SourceReader, folder: string): string[] {
  const files = new Set(reader.list(folder));
  return [...files].filter((file) => isSource(file, files)).sort(compareText);
}

/** A file of declarations without a source beside it is hand-written: what it declares is global in the program. */
function isSource(file: string, files: ReadonlySet<string>): boolean {
  if (file.endsWith('.d.ts'))
    return !files.has(file.replace(/\.d\.ts$/, '.ts')) && !/(?:^|\/)(?:dist|build)\//.test(file);
  return /(?<!\.test)\.ts$/.test(file);
}

function loadFolders(
  files: readonly ts.SourceFile[],
  collectorOf: (file: ts.SourceFile) => MarkerCollector,
  operator: OperatorMarkers,
  reporter: Pick<Reporter, 'report'>,
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

/** Reads the comments of types that no kind uses, so that a misspelt marker there is reported too. */
function readUnresolved(context: LoadContext, file: ts.SourceFile): void {
  for (const statement of [...file.statements, ...namespacedTypes(file.statements)]) {
    if (!isTypeDeclaration(statement) || context.resolved.has(statement)) continue;
    readMarkers(context, statement, 'type');
    // A member of an enum is not a field: markers cannot be on it.
    if ('members' in statement && !ts.isEnumDeclaration(statement))
      for (const member of statement.members) readMarkers(context, member, 'field');
  }
}

function loadControllers(
  options: Omit<LoadOptions, 'reporter'> & { readonly reporter: Pick<Reporter, 'report'> },
  collectorOf: (file: ts.SourceFile) => MarkerCollector,
  operator: OperatorMarkers,
): void {
  const { reader, reporter } = options;
  for (const name of options.controllerFolders.flatMap((folder) => sourcesIn(reader, folder))) {
    const text = reader.read(name);
    // Most files of a controller have no marker, and need not be parsed.
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
