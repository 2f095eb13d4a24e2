import {
  applyPlan,
  type FileChange,
  generate,
  type GeneratedFile,
  nodeDisk,
  parseProjectFile,
  PROJECT_FILE_NAME,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import type { CommandContext } from '../../command-line/command.ts';
import type { ProjectLock } from '../../project-lock/with-project-lock.ts';
import { printChanges, reportDiagnostics } from '../../report-diagnostics.ts';
import { changeOf, overlayReader } from '../plan-scaffold.ts';
import { sourceHeader, withHeaders } from '../license/source-headers.ts';
import { renderScaffold } from '../frozen/render-scaffold.ts';
import { scaffoldFacts } from '../frozen/scaffold-facts.ts';
import { changedRecord, formatRecord, parseRecord, RECORD_FILE } from './scaffold-record.ts';

/** What a command adds to a project before it generates. */
export interface Scaffold {
  /** The folder of PROJECT, absolute. */
  readonly root: string;
  /** The project after the command. */
  readonly project: ProjectFile;
  /** The project's files before the command. */
  readonly reader: SourceReader;
  /** What it writes. Sources get the header of the project. */
  readonly files: readonly GeneratedFile[];
  /** Types of other projects, to which the header of this one does not apply. Default: none. */
  readonly imported?: readonly GeneratedFile[];
  /** Files to remove, relative to the root. Default: none. */
  readonly removed?: readonly string[];
  /** Printed before the changes. Default: nothing. */
  readonly introduction?: string;
}

/** Options of writing a scaffold. */
export interface ScaffoldRun {
  /** Only print what would be written. */
  readonly dryRun: boolean;
  /** The project's lock, which the command has held since before it read the project. */
  readonly lock: ProjectLock;
  readonly context: CommandContext;
  /** The command, as messages about an interrupted write name it. Default: `kb create api`. */
  readonly command?: string;
}

/**
 * Generates from the project as it will be, and writes everything at once; with `dryRun` it only prints what it would
 * write. Resolves with false, after printing the errors and writing nothing, if the generator finds any.
 */
export async function writeScaffold(
  { root, project, reader, files: own, imported = [], removed = [], introduction }: Scaffold,
  { dryRun, lock, context, command = 'kb create api' }: ScaffoldRun,
): Promise<boolean> {
  const { disk = nodeDisk, terminal } = context;
  const header = sourceHeader(project, overlayReader(reader, own, removed));
  const files = [...withHeaders(own, header, reader), ...imported];
  const after = overlayReader(reader, files, removed);
  const result = await generate({ root, project, reader: after });
  if (reportDiagnostics(result.diagnostics, terminal)) return false;
  const record = files.some(({ path }) => path === RECORD_FILE) ? [] : recordEdits(project, reader, after);
  const changes: FileChange[] = [
    ...[...files, ...record].flatMap((file) => changeOf(file, reader) ?? []),
    ...removed.flatMap((file): FileChange[] => {
      const before = reader.read(file);
      return before === undefined ? [] : [{ kind: 'delete', path: file, before }];
    }),
    ...result.plan.changes,
  ];
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  if (!dryRun) {
    lock.check();
    applyPlan(plan, { command, disk });
  }
  if (introduction !== undefined) terminal.print(introduction);
  printChanges(plan, terminal);
  if (dryRun) terminal.print('Nothing was written (--dry-run).');
  return true;
}

/**
 * The record of a project after a command; none if the project has no record, which "kb update" then begins.
 * `before` and `after` see the project's files before and after the command.
 */
export function recordEdits(project: ProjectFile, before: SourceReader, after: SourceReader): GeneratedFile[] {
  const text = before.read(RECORD_FILE);
  const old = parseProjectFile(before.read(PROJECT_FILE_NAME) ?? '').project;
  if (text === undefined || old === undefined) return [];
  const record = changedRecord(
    parseRecord(text),
    renderScaffold(old, scaffoldFacts(old, before)),
    renderScaffold(project, scaffoldFacts(project, after)),
  );
  const content = formatRecord(record);
  return content === formatRecord(parseRecord(text)) ? [] : [{ path: RECORD_FILE, content }];
}
