import {
  applyPlan,
  type FileChange,
  formatPlan,
  generate,
  type GeneratedFile,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import { reportDiagnostics } from '../report-diagnostics.ts';
import type { Terminal } from '../terminal.ts';
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

/**
 * Generates from the project as it will be, and writes all of it at once; with `dryRun` it only says what it would write. Resolves with false, and has said why and written
 * nothing, when the generator finds an error.
 */
export async function writeScaffold(
  { root, project, reader, files, removed = [] }: Scaffold,
  { dryRun, terminal }: { readonly dryRun: boolean; readonly terminal: Terminal },
): Promise<boolean> {
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
  if (!dryRun) applyPlan(plan);
  terminal.print(formatPlan(plan, { color: terminal.colours }));
  if (dryRun) terminal.print('Nothing was written (--dry-run).');
  return true;
}
