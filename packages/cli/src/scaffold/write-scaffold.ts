import {
  applyPlan,
  type FileChange,
  formatPlan,
  generate,
  type GeneratedFile,
  nodeDisk,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import type { CommandContext } from '../command-line/command.ts';
import type { ProjectLock } from '../project-lock/with-project-lock.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { changeOf, overlayReader } from './plan-scaffold.ts';

/** What a command adds to a project, before anything is generated from it. */
export interface Scaffold {
  /** The folder of PROJECT, absolute. */
  readonly root: string;
  /** The project as it will be. */
  readonly project: ProjectFile;
  /** The project's files as they are. */
  readonly reader: SourceReader;
  readonly files: readonly GeneratedFile[];
  /** Files that go, relative to the root. Default: none. */
  readonly removed?: readonly string[];
}

/** How a scaffold is written. */
export interface ScaffoldRun {
  /** Only say what would be written. */
  readonly dryRun: boolean;
  /** The project's lock, which the command has held since before it read the project. */
  readonly lock: ProjectLock;
  readonly context: CommandContext;
}

/**
 * Generates from the project as it will be, and writes all of it at once; with `dryRun` it only says what it would
 * write. Resolves with false, after printing why and writing nothing, when the generator finds an error.
 */
export async function writeScaffold(
  { root, project, reader, files, removed = [] }: Scaffold,
  { dryRun, lock, context }: ScaffoldRun,
): Promise<boolean> {
  const { disk = nodeDisk, terminal } = context;
  const result = await generate({ root, project, reader: overlayReader(reader, files, removed) });
  if (reportDiagnostics(result.diagnostics, terminal)) return false;
  const changes: FileChange[] = [
    ...files.flatMap((file) => changeOf(file, reader) ?? []),
    ...removed.flatMap((file): FileChange[] => {
      const before = reader.read(file);
      return before === undefined ? [] : [{ kind: 'delete', path: file, before }];
    }),
    ...result.plan.changes,
  ];
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  if (!dryRun) {
    lock.check();
    applyPlan(plan, { command: 'kb create api', disk });
  }
  terminal.print(formatPlan(plan, { color: terminal.colours }));
  if (dryRun) terminal.print('Nothing was written (--dry-run).');
  return true;
}
