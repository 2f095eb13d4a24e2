import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { type Diagnostic, sortDiagnostics } from '../diagnostic/diagnostic.ts';
import { printYaml } from '../yaml/print-yaml.ts';
import { type ProjectFile, projectFileName } from './project-file.ts';
import { readProject } from './read-project.ts';

/** What reading a project file gives: the project, or what is wrong with the file. */
export interface LoadProjectFileResult {
  /** Absent when there is an error among the diagnostics. */
  readonly project?: ProjectFile;
  readonly diagnostics: readonly Diagnostic[];
}

const header = `# What this project consists of. "kb init" and "kb create" write it; the generator and every other command read it.\n`;

/** Reads the text of a project file. `file` is its name in diagnostics. Throws nothing. */
export function parseProjectFile(text: string, file: string = projectFileName): LoadProjectFileResult {
  const lines = text.split(/\r?\n/);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const found: Diagnostic[] = [];
  const report = (offset: number, length: number, message: string, hint?: string): void => {
    const { line, col: column } = lineCounter.linePos(offset);
    const firstLine = Math.max(1, line - 2);
    const frame = { firstLine, lines: lines.slice(firstLine - 1, line + 1) };
    found.push({
      code: 'project-file',
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
  for (const { message, pos } of document.errors)
    report(pos[0], 1, `this is no YAML: ${(message.split('\n')[0] ?? '').replace(/ at line .*$/, '')}`);
  if (found.length > 0) return { diagnostics: sortDiagnostics(found) };

  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    report(0, 1, `this is no YAML that can be read: ${error instanceof Error ? error.message : String(error)}`);
    return { diagnostics: found };
  }
  const project = readProject(value, (path, message, hint) => {
    const [start = 0, end = start + 1] = rangeOf(document, path) ?? [];
    report(
      start,
      Math.max(1, Math.min(end, text.indexOf('\n', start) === -1 ? end : text.indexOf('\n', start)) - start),
      message,
      hint,
    );
  });
  return found.length > 0 ? { diagnostics: sortDiagnostics(found) } : { project, diagnostics: [] };
}

/** The text of a project file: keys sorted, as kubebuilder writes its own. Reading it gives the project back. */
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
      resources: resources.map(({ other: unknown, ...resource }) => ({ ...unknown, ...resource })),
    }),
  });
  return header + printYaml(value);
}

/** Where the value of a path is in the text; its nearest parent's, where there is none. */
function rangeOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly (string | number)[],
): readonly [number, number] | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  return undefined;
}

/** A copy of plain data as JSON has it. */
function withoutUndefined(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
