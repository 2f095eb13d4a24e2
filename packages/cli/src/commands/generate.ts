import {
  applyPlan,
  type Diagnostic,
  fileSystemReader,
  formatDiagnostics,
  generate,
  hasMergeConflict,
  nodeDisk,
} from '@kb/codegen';
import { defineCommand, type CommandContext } from '../command-line/command.ts';
import { generateFlags } from '../generate/generate-flags.ts';
import { type GenerateFlagValues, requestOfFolders, requestOfProject } from '../generate/generate-request.ts';
import { lineEndsOnly } from '../generate/line-ends.ts';
import { projectCommand } from '../how-to-run.ts';
import { findProject } from '../open-project.ts';
import { journalRootOf } from '../project-lock/journal-root.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import type { ProjectLock } from '../project-lock/with-project-lock.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import {
  folderInRepository,
  printChanges,
  printPlanAsJson,
  readFormat,
  reportDiagnostics,
} from '../report-diagnostics.ts';
import { recordedOutput, projectRootOf } from '../generate-cache/recorded-output.ts';
import type { RecordedWarnings } from '../generate-cache/record.ts';
import { type RecordedRun, recordRun, upToDate } from '../generate-cache/record-run.ts';

/** `kb generate`. */
export const command = defineCommand({
  flags: generateFlags,
  async run(values, context) {
    const { cwd, terminal, argv } = context;
    const format = readFormat(values.format, values.json);
    // The launcher checks this too, before it loads anything else.
    const answer = recordedOutput(argv.slice(1), cwd, ({ plain, coloured }) =>
      terminal.printError(terminal.colours ? coloured : plain),
    );
    if (answer !== undefined) {
      terminal.print(answer);
      return 0;
    }
    const onlyShow = values.check === true || values['dry-run'] === true;
    const project = values.api === undefined ? projectRootOf(cwd) : undefined;
    const work = { root: project ?? journalRootOf(cwd), command: 'kb generate', writes: !onlyShow };
    return workOnProject(work, context, (lock) =>
      generateOnce(values, context, { lock, format, journalRoot: work.root }),
    );
  },
});

/** Runs with the project's lock. Resolves with the exit code. */
async function generateOnce(
  values: GenerateFlagValues,
  context: CommandContext,
  { lock, format, journalRoot }: { lock: ProjectLock; format: ReturnType<typeof readFormat>; journalRoot: string },
): Promise<number> {
  const { cwd, disk = nodeDisk, env, terminal, argv } = context;
  let request;
  let record: RecordedRun | undefined;
  const onlyShow = values.check === true || values['dry-run'] === true;
  try {
    if (values.api !== undefined) request = requestOfFolders(values, cwd);
    else {
      const { root, project, diagnostics } = findProject(context, (folder) => {
        record = recordRun(folder, argv.slice(1), cwd);
        return record.reader;
      });
      if (project === undefined) {
        reportDiagnostics(diagnostics, terminal, { format, folder: folderInRepository(root, env) });
        return 1;
      }
      if (!onlyShow) removeLeftOvers(root, project.paths, disk);
      request = requestOfProject(root, project, values, cwd);
    }
    const result = await generate({ ...request, reader: record?.reader ?? fileSystemReader(request.root) });
    const folder = folderInRepository(request.root, env);
    if (reportDiagnostics(result.diagnostics, terminal, { format, folder })) return 1;
    const { plan } = result;
    if (!onlyShow) {
      lock.check();
      applyPlan(plan, { journalRoot, command: 'kb generate', disk });
    }
    if (!onlyShow || plan.changes.length === 0) record?.keep(plan, asRecorded(result.diagnostics));
    if (format === 'json') {
      printPlanAsJson(plan, terminal);
      return values.check === true && plan.changes.length > 0 ? 1 : 0;
    }
    if (plan.changes.length === 0) {
      terminal.print(upToDate(plan.unchanged.length));
      return 0;
    }
    printChanges(plan, terminal, { diff: onlyShow });
    for (const { path: file, before = '' } of plan.changes)
      if (hasMergeConflict(before)) terminal.print(describeConflict(file, onlyShow));
    for (const file of result.left)
      terminal.print(`${file} stays: it is not certain that an earlier run generated it. Remove it if one did.`);
    if (values.check) {
      const again = values.api === undefined ? projectCommand('generate', request.root) : 'this without --check';
      terminal.printError(
        lineEndsOnly(plan.changes) ?? `Generated files are out of date: run ${again}, and commit what it writes.`,
      );
      return 1;
    }
    return 0;
  } finally {
    record?.end();
  }
}

/** Describes what happens to a generated file with merge conflicts. */
const describeConflict = (file: string, onlyShow: boolean): string =>
  onlyShow
    ? `A merge left a conflict in ${file}: without --check or --dry-run, kb generate resolves it.`
    : `A merge had left a conflict in ${file}: it is resolved, from the sources as they are.`;

/**
 * The warnings for the record of a run, so that an unchanged project prints them again; undefined if there are none.
 */
function asRecorded(warnings: readonly Diagnostic[]): RecordedWarnings | undefined {
  if (warnings.length === 0) return undefined;
  return { plain: formatDiagnostics(warnings), coloured: formatDiagnostics(warnings, { color: true }) };
}
