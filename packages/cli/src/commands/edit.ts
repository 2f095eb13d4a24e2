import { defineCommand } from '../command-line/command.ts';
import { CliError } from '../cli-error.ts';
import { openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { type ConfigComponent, configComponents, readComponents } from '../scaffold/components/components.ts';
import { switchComponents } from '../scaffold/components/switch-components.ts';
import { scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';

const parts = configComponents.map(({ name, description }) => `${name} (${description})`).join(', ');

/** `kb edit`. */
export const command = defineCommand({
  flags: {
    with: {
      type: 'string',
      value: 'PARTS',
      description: `Parts to deploy too, separated by commas: ${parts}.`,
    },
    without: { type: 'string', value: 'PARTS', description: 'Parts to deploy no longer. Their files stay.' },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    const on = values.with === undefined ? [] : readComponents('with', values.with);
    const off = values.without === undefined ? [] : readComponents('without', values.without);
    if (on.length + off.length === 0) {
      throw new CliError('KB_WRONG_FLAGS', 'missing --with or --without', {
        hint: 'Run "kb edit --help".',
        exitCode: 2,
      });
    }
    const { root } = openProject(context);
    const work = { root, command: 'kb edit', writes: !dryRun };
    return workOnProject(work, context, (lock) => editProject({ on, off }, { dryRun, lock, context }));
  },
});

/** Switches the parts. Resolves with the exit code. */
async function editProject(
  change: { readonly on: readonly ConfigComponent[]; readonly off: readonly ConfigComponent[] },
  run: ScaffoldRun,
): Promise<number> {
  const { root, project, reader } = openProject(run.context);
  const { added, edited } = switchComponents(change, project, reader);
  const files = [...scaffoldChanges(root, added, reader), ...edited];
  return (await writeScaffold({ root, project, reader, files }, run)) ? 0 : 1;
}
