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
    'restore-path': {
      type: 'string',
      value: 'PATHS',
      description: 'Files and folders to leave as they are, separated by commas: the next kb update changes them.',
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
        { fromVersion: values['from-version'], yes: values.yes ?? false, leave: pathsOf(values['restore-path']) },
        { dryRun, lock, context, command: 'kb update' },
      ),
    );
  },
});

/** Reads a list of paths in the project. */
function pathsOf(text = ''): string[] {
  const paths = text.split(',').map((one) => {
    const names = one.trim().split(/[\\/]/);
    return names.filter((name) => name !== '' && name !== '.').join('/');
  });
  return paths.filter((path) => path !== '');
}
