import { applyPlan, fileSystemReader, formatPlan, generate } from '@kb/codegen';
import { defineCommand } from '../command.ts';
import { generateFlags } from '../generate/generate-flags.ts';
import { requestOfFolders, requestOfProject } from '../generate/generate-request.ts';
import { findProject } from '../open-project.ts';
import { folderInRepository, readFormat, reportDiagnostics } from '../report-diagnostics.ts';
import { answerUnchanged } from '../unchanged/answer-unchanged.ts';
import { type RecordedRun, recordRun, upToDate } from '../unchanged/record-run.ts';

/** `kb generate`. */
export const command = defineCommand({
  flags: generateFlags,
  async run(values, { cwd, env, terminal, words }) {
    const format = readFormat(values.format);
    // The launcher asks this too, before it loads anything else.
    const answer = answerUnchanged(words.slice(1), cwd);
    if (answer !== undefined) {
      terminal.print(answer);
      return 0;
    }
    let request;
    let record: RecordedRun | undefined;
    try {
      if (values.api !== undefined) request = requestOfFolders(values, cwd);
      else {
        const { root, project, diagnostics } = findProject(cwd, (folder) => {
          record = recordRun(folder, words.slice(1), cwd);
          return record.reader;
        });
        if (project === undefined) {
          reportDiagnostics(diagnostics, terminal, { format, folder: folderInRepository(root, env) });
          return 1;
        }
        request = requestOfProject(root, project, values, cwd);
      }
      const result = await generate({ ...request, reader: record?.reader ?? fileSystemReader(request.root) });
      const folder = folderInRepository(request.root, env);
      if (reportDiagnostics(result.diagnostics, terminal, { format, folder })) return 1;
      const { plan } = result;
      const onlyShow = values.check === true || values['dry-run'] === true;
      if (!onlyShow) applyPlan(plan);
      if (result.diagnostics.length === 0 && (!onlyShow || plan.changes.length === 0)) record?.keep(plan);
      if (plan.changes.length === 0) {
        terminal.print(upToDate(plan.unchanged.length));
        return 0;
      }
      terminal.print(formatPlan(plan, { diff: onlyShow, color: terminal.colours }));
      for (const file of result.left)
        terminal.print(`${file} stays: whether an earlier run generated it is not sure. Remove it if it did.`);
      if (values.check) {
        terminal.printError('Generated files are out of date: run "npx kb generate" and commit what it writes.');
        return 1;
      }
      return 0;
    } finally {
      record?.end();
    }
  },
});
