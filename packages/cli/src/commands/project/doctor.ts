import { defineCommand } from '../../command-line/command.ts';
import { examineChart } from '../../doctor/examine-chart.ts';
import { examineMachine } from '../../doctor/examine-machine.ts';
import { examineProject } from '../../doctor/examine-project.ts';
import { examineNamespace, examineScope } from '../../doctor/examine-scope.ts';
import { kbVersion } from '../../kb-version.ts';
import { openProject } from '../../open-project.ts';

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

/** `kb doctor`. */
export const command = defineCommand({
  flags: {
    json: { type: 'boolean', description: 'Print the findings as JSON.' },
  },
  async run(values, context) {
    const { env, terminal } = context;
    const opened = openProject(context);
    const findings = [
      ...(await examineMachine(env)),
      ...(await examineProject(opened, kbVersion())),
      ...examineNamespace(opened.project, opened.reader),
      ...examineScope(opened.project, opened.reader),
      ...(await examineChart(opened, env)),
    ];
    if (values.json === true) terminal.print(JSON.stringify(findings, undefined, 2));
    else {
      for (const { level, what, advice } of findings) {
        terminal.print(`${terminal.paint(colours[level], level.padEnd(7))}  ${what}`);
        if (advice !== undefined) terminal.print(`${' '.repeat(9)}${advice}`);
      }
    }
    return findings.some(({ level }) => level === 'problem') ? 1 : 0;
  },
});
