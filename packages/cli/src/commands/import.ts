import { statSync } from 'node:fs';
import path from 'node:path';
import { applyPlan, fileSystemReader, hasErrors, nodeDisk, sortDiagnostics } from '@kb/codegen';
import { importDefinitions, readDefinitions } from '@kb/import';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { commonFolder, relativeTo } from '../folder-paths.ts';
import { importFlags } from '../import/import-flags.ts';
import {
  describeImport,
  describeLeftOut,
  describeDroppedVersions,
  describeFurtherVersions,
} from '../import/describe-import.ts';
import { readSources, SOURCE_WORDS } from '../import/read-sources.ts';
import { mayBeWanted, selectDefinitions } from '../import/select-definitions.ts';
import { projectRootOf } from '../generate-cache/recorded-output.ts';
import { openProject } from '../open-project.ts';
import { sourceHeader } from '../scaffold/license/source-headers.ts';
import { journalRootOf } from '../project-lock/journal-root.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import {
  folderInRepository,
  printChanges,
  printDiagnostics,
  printPlanAsJson,
  readFormat,
} from '../report-diagnostics.ts';

/** `kb import`. */
export const command = defineCommand({
  flags: importFlags,
  argument: { name: 'SOURCE', several: true, description: `${SOURCE_WORDS}.` },
  async run(values, runContext, source, more = []) {
    const { cwd, disk = nodeDisk, env, stdin, terminal } = runContext;
    const format = readFormat(values.format, values.json);
    if (source === undefined) throw wrongFlags(`"kb import" needs a source: ${SOURCE_WORDS}`);
    if (values.into === '') throw wrongFlags('--into is empty, and needs a folder');
    const folder = path.resolve(cwd, values.into);
    const there = statSync(folder, { throwIfNoEntry: false });
    if (there !== undefined && !there.isDirectory())
      throw new CliError('KB_NO_FOLDER', `${values.into} is not a folder: types cannot go there`);
    const root = commonFolder(cwd, folder);

    const { kubeconfig, context: kubeContext } = values;
    const sources = await readSources([source, ...more], { cwd, env, stdin, kubeconfig, kubeContext });
    const read = readDefinitions(sources.texts, { isWanted: (identity) => mayBeWanted(identity, values) });
    const found = [...sources.diagnostics, ...read.diagnostics];
    // Without definitions, the diagnostics say why; a message about a filter without matches would be noise.
    const definitions = read.definitions.length === 0 && hasErrors(found) ? [] : selectDefinitions(read, values);
    const onlyShow = values.check === true || values['dry-run'] === true;
    const journalRoot = journalRootOf(folder, root);
    const work = { root: journalRoot, command: 'kb import', writes: !onlyShow };
    const result = await workOnProject(work, runContext, async (lock) => {
      const made = await importDefinitions({
        root,
        into: relativeTo(root, folder),
        definitions,
        reader: fileSystemReader(root),
        ...(values.version !== undefined && { versions: values.version }),
        header: headerAt(folder),
        overwrite: values.overwrite ?? false,
        verify: values.verify ?? true,
      });
      if (!onlyShow) {
        lock.check();
        applyPlan(made.plan, { journalRoot, command: 'kb import', disk });
      }
      return made;
    });

    const { plan } = result;
    const all = sortDiagnostics([...found, ...result.diagnostics]);
    printDiagnostics(all, terminal, { format, folder: folderInRepository(root, env) });
    if (format === 'json') {
      printPlanAsJson(plan, terminal);
      return hasErrors(all) || (values.check === true && plan.changes.length > 0) ? 1 : 0;
    }
    if (plan.changes.length > 0) printChanges(plan, terminal, { diff: onlyShow });
    const said = [
      ...describeLeftOut(read.leftOut),
      ...describeFurtherVersions(result.withMore),
      ...describeDroppedVersions(result.withLess),
    ];
    for (const line of said) terminal.print(line);
    const failed = hasErrors(all);
    if (result.imported.length > 0) terminal.print(describeImport(result, { onlyShow, failed }));
    else if (failed && format === 'text') terminal.printError('Nothing was written.');
    if (values.check === true && plan.changes.length > 0) {
      terminal.printError('Imported files are out of date: import again without --check, and commit what that writes.');
      return 1;
    }
    return failed ? 1 : 0;
  },
});

/** The header of the sources in a folder, which the project that it is in says. */
function headerAt(folder: string): string {
  const root = projectRootOf(folder);
  if (root === undefined) return '';
  const { project, reader } = openProject({ cwd: root, env: {} });
  return sourceHeader(project, reader);
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb import --help".', exitCode: 2 });
}
