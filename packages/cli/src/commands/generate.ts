import { applyPlan, formatPlan, generate } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { openProject } from '../open-project.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';

const formats = ['text', 'json', 'github'] as const;

/** `kb generate`. */
export const command = defineCommand({
  flags: {
    check: {
      type: 'boolean',
      description: 'Write nothing; exit with 1, and show the difference, when a generated file is out of date.',
    },
    'dry-run': { type: 'boolean', description: 'Write nothing; show the difference.' },
    format: {
      type: 'string',
      value: 'FORMAT',
      description: 'How problems are printed: text, json or github. Default: text.',
    },
  },
  async run(values, { cwd, terminal }) {
    const format = formats.find((known) => known === (values.format ?? 'text'));
    if (!format) {
      throw new CliError('KB_WRONG_FLAGS', `--format is one of ${formats.join(', ')}, not "${values.format}"`, {
        exitCode: 2,
      });
    }
    const { root, project, reader } = openProject(cwd);
    const result = await generate({ root, project, reader });
    if (reportDiagnostics(result.diagnostics, terminal, format)) return 1;
    const { plan } = result;
    const onlyShow = values.check === true || values['dry-run'] === true;
    if (!onlyShow) applyPlan(plan);
    if (plan.changes.length === 0) {
      terminal.print(`${plan.unchanged.length} generated files, all up to date.`);
      return 0;
    }
    terminal.print(formatPlan(plan, { diff: onlyShow, color: terminal.interactive }));
    if (values.check) {
      terminal.printError('Generated files are out of date: run "kb generate" and commit what it writes.');
      return 1;
    }
    return 0;
  },
});
