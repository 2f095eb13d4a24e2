import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn, printYaml } from '@kb/apimachinery/yaml';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { DiagnosticCode } from '../diagnostic/codes.ts';
import { type Diagnostic, sortDiagnostics, type Span } from '../diagnostic/diagnostic.ts';
import { groupOfResource, PROJECT_FILE_NAME, type ProjectFile, type ProjectResource } from './project-file.ts';
import { readProject } from './read-project.ts';
import type { Path } from './read-values.ts';
import { fileSystemReader, type SourceReader } from '../read/source-reader.ts';
import { inFormOf, plainText } from '../text/text-form.ts';

/** The result of reading a project file: the project, or the problems. */
export interface LoadProjectFileResult {
  /** Absent if the diagnostics contain an error. */
  readonly project?: ProjectFile;
  readonly diagnostics: readonly Diagnostic[];
}

const HEADER = `# What this project consists of. "kb init" and "kb create" write it; the generator and every other command read it.\n`;

/** Parses the text of a project file. `file` is its name in diagnostics. Never throws. */
export function parseProjectFile(text: string, file: string = PROJECT_FILE_NAME): LoadProjectFileResult {
  const lines = text.split(/\r?\n/);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const found: Diagnostic[] = [];
  const report = (
    offset: number,
    length: number,
    message: string,
    hint?: string,
    code: DiagnosticCode = 'KB_PROJECT_FILE',
  ): void => {
    const { line, col: column } = lineCounter.linePos(offset);
    const firstLine = Math.max(1, line - 2);
    const frame = { firstLine, lines: lines.slice(firstLine - 1, line + 1) };
    found.push({
      code,
      severity: 'error',
      message,
      file,
      line,
      column,
      length,
      ...(hint !== undefined && { hint }),
      frame,
    });
  };
  const conflicts = document.errors.length === 0 ? [] : mergeConflictsIn(text);
  for (const conflict of conflicts)
    report(
      conflict.offset,
      conflict.length,
      mergeConflictMessage(conflict),
      mergeConflictHint(conflict),
      'KB_MERGE_CONFLICT',
    );
  // Further errors mostly follow from the first.
  const [error] = conflicts.length > 0 ? [] : document.errors;
  if (error?.code === 'MULTIPLE_DOCS')
    report(error.pos[0], 1, 'a second YAML document begins here, and a project file has one', 'remove it');
  else if (error !== undefined) {
    const message = (error.message.split('\n')[0] ?? '').replace(/ at line .*$/, '');
    report(error.pos[0], 1, `this is not valid YAML: ${message}`);
  }
  if (found.length > 0) return { diagnostics: sortDiagnostics(found) };

  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    report(0, 1, `this is not valid YAML: ${error instanceof Error ? error.message : String(error)}`);
    return { diagnostics: found };
  }
  const project = readProject(value, (path, message, hint, meant) => {
    const [start, end] = rangeOf(document, path, meant) ?? [0, 1];
    report(start, lengthInLine(text, start, end), message, hint);
  });
  return found.length > 0 ? { diagnostics: sortDiagnostics(found) } : { project, diagnostics: [] };
}

/** Formats a project file: keys sorted, as kubebuilder writes its own. Parsing the result returns an equal project. */
export function formatProjectFile(project: ProjectFile): string {
  const { paths, resources, generate, other, ...rest } = project;
  const oneOrMore = (folders: readonly string[]): JsonValue =>
    folders.length === 1 ? (folders[0] ?? '') : [...folders];
  const value = withoutUndefined({
    ...other,
    ...rest,
    ...(generate !== undefined && { generate }),
    paths: { ...paths, api: oneOrMore(paths.api), controller: oneOrMore(paths.controller) },
    ...(resources.length > 0 && {
      resources: resources.map(plainResource),
    }),
  });
  return HEADER + printYaml(value);
}

/**
 * Updates the kinds, and other keys but `paths`, in the text of a project file: comments, order and unknown keys stay
 * as they are, and line breaks and a byte order mark too. A text in kb's own format keeps that format. `before` is the
 * result of parsing `text`.
 */
export function editProjectFile(text: string, before: ProjectFile, after: ProjectFile): string {
  const plain = plainText(text);
  const isPlain = plain === formatProjectFile(before);
  const edited = isPlain ? formatProjectFile(after) : editPlainText(plain, before, after);
  return inFormOf(text, edited);
}

function editPlainText(text: string, before: ProjectFile, after: ProjectFile): string {
  const document = parseDocument(text);
  editKeys(document, before, after);
  const list = document.get('resources', true);
  if (!isSeq(list) && after.resources.length === 0) document.delete('resources');
  else if (!isSeq(list)) document.set('resources', document.createNode(after.resources.map(plainResource)));
  else {
    list.items = after.resources.map((resource) => {
      const index = before.resources.findIndex((old) => isSameEntry(old, resource));
      const old = before.resources[index];
      const item = list.items[index];
      if (old === undefined || !isMap(item)) return document.createNode(plainResource(resource));
      editMap(document, item, plainResource(old), plainResource(resource));
      return item;
    });
    if (list.items.length > 0 && before.resources.length === 0) list.flow = false;
  }
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: !/\{[^ }\n]/.test(text),
    indentSeq: /^[ \t]+- /m.test(text) && !/^- /m.test(text),
  });
}

/** Updates the keys at the top level, but `resources`, which keeps its comments, and folders. */
function editKeys(document: Document, before: ProjectFile, after: ProjectFile): void {
  const keysOf = (project: ProjectFile): JsonObject => {
    const { paths: _paths, resources: _resources, other, ...rest } = project;
    return withoutUndefined({ ...other, ...rest });
  };
  if (isMap(document.contents)) editMap(document, document.contents, keysOf(before), keysOf(after));
}

/** An entry keeps its place in the text, and its comments. */
function isSameEntry(a: ProjectResource, b: ProjectResource): boolean {
  return a.kind === b.kind && a.version === b.version && groupOfResource(a) === groupOfResource(b) && a.core === b.core;
}

/** Sets the keys of a map whose values change, and removes those that go. */
function editMap(document: Document, map: YAMLMap, old: JsonObject, now: JsonObject): void {
  for (const [key, value] of Object.entries(now)) {
    const before = old[key];
    if (isDeepStrictEqual(before, value)) continue;
    const node = map.get(key, true);
    if (isMap(node) && isJsonObject(before) && isJsonObject(value)) editMap(document, node, before, value);
    else map.set(key, document.createNode(value));
  }
  for (const key of Object.keys(old)) if (!Object.hasOwn(now, key)) map.delete(key);
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainResource({ other, api, controllers, webhooks, ...resource }: ProjectResource): JsonObject {
  return withoutUndefined({
    ...other,
    ...resource,
    ...(api && { api: withOther(api) }),
    ...(controllers && { controllers: controllers.map(withOther) }),
    ...(webhooks && { webhooks: withOther(webhooks) }),
  });
}

/** The keys that kb knows, among those that it does not. */
function withOther({ other, ...known }: { readonly other?: Readonly<Record<string, unknown>> }): object {
  return { ...other, ...known };
}

/** The place of a path whose value is this text in a project file; undefined if the path has no value, or another. */
export function placeInProjectFile(text: string, path: Path, value: string): Span | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const node = document.getIn(path, true);
  if (!isScalar(node) || node.value !== value || !node.range) return undefined;
  const [start, end] = node.range;
  const { line, col: column } = lineCounter.linePos(start);
  return { file: PROJECT_FILE_NAME, line, column, length: lengthInLine(text, start, end) };
}

/** The range of a path's value, or its key, in the text; if it is absent, that of its nearest parent's value. */
function rangeOf(
  document: ReturnType<typeof parseDocument>,
  path: Path,
  meant: 'key' | 'value' = 'value',
): readonly [start: number, end: number] | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const key = meant === 'key' && length === path.length ? keyOf(document, path) : undefined;
    const range = (key ?? (isNode(node) ? node : undefined))?.range;
    if (range) return [range[0], range[1]];
  }
  return undefined;
}

/** The last key of a path in the document. */
function keyOf(document: ReturnType<typeof parseDocument>, path: Path): Node | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return isNode(pair?.key) ? pair.key : undefined;
}

/** The length of the part of a range on its first line; at least 1. */
function lengthInLine(text: string, start: number, end: number): number {
  const lineEnd = text.indexOf('\n', start);
  return Math.max(1, Math.min(end, lineEnd === -1 ? end : lineEnd) - start);
}

/** A copy of plain data, as JSON has it. */
function withoutUndefined(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/**
 * Reads the project file of a folder. A missing file gives a diagnostic; other errors of the file system are thrown.
 */
export function loadProjectFile(root: string, reader: SourceReader = fileSystemReader(root)): LoadProjectFileResult {
  const text = reader.read(PROJECT_FILE_NAME);
  if (text !== undefined) return parseProjectFile(text);
  return {
    diagnostics: [
      {
        code: 'KB_PROJECT_FILE',
        severity: 'error',
        message: `there is no ${PROJECT_FILE_NAME} file here`,
        file: PROJECT_FILE_NAME,
        line: 0,
        column: 0,
        length: 1,
        hint: 'create a project with kb init',
      },
    ],
  };
}
