import { defineCommand } from '../../command-line/command.ts';
import { jsonFlag } from '../../command-line/json-flag.ts';
import { openProject } from '../../open-project.ts';
import { workOnProject } from '../../project-lock/work-on-project.ts';
import { updateProject } from '../../update/update-project.ts';

/** `kb update`. */
export const command = defineCommand({
  flags: {
    'from-version': {
      type: 'string',
      value: 'VERSION',
      description: 'The version of kb that made the project. Default: cliVersion in PROJECT.',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'Also change files with changes that are not committed.' },
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    const { root } = openProject(context);
    return workOnProject({ root, command: 'kb update', writes: !dryRun }, context, (lock) =>
      updateProject(
        { fromVersion: values['from-version'], yes: values.yes ?? false },
        { dryRun, lock, context, command: 'kb update' },
      ),
    );
  },
});
