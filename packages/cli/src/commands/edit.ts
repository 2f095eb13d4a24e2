import { defineCommand } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { CliError } from '../cli-error.ts';
import { editProject } from '../edit/edit-project.ts';
import { openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { configComponents, readComponents } from '../scaffold/components/components.ts';

const parts = configComponents.map(({ name, description }) => `${name} (${description})`).join(', ');

/** `kb edit`. */
export const command = defineCommand({
  flags: {
    with: {
      type: 'string',
      value: 'PARTS',
      description: `Parts to deploy too, separated by commas: ${parts}.`,
    },
    plugins: {
      type: 'string',
      value: 'PLUGINS',
      description: "kubebuilder's names of what a project can have beside it: helm/v2-alpha, as kb build-chart writes.",
    },
    'output-dir': {
      type: 'string',
      value: 'DIR',
      description: "With --plugins helm/v2-alpha: the folder of the chart's folder. Default: dist.",
    },
    force: { type: 'boolean', description: 'With --plugins: replace edited files too; with --yes only.' },
    without: { type: 'string', value: 'PARTS', description: 'Parts to deploy no longer. Their files stay.' },
    namespaced: {
      type: 'boolean',
      description: 'Make it an operator of one namespace, or with --namespaced=false of the cluster.',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    yes: { type: 'boolean', description: 'With --force: replace what was edited.' },
    json: jsonFlag,
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    const on = values.with === undefined ? [] : readComponents('with', values.with);
    const off = values.without === undefined ? [] : readComponents('without', values.without);
    const { namespaced } = values;
    const isEdited = on.length + off.length > 0 || namespaced !== undefined;
    const plugins = values.plugins === undefined ? [] : readPlugins(values.plugins);
    if (!isEdited && plugins.length === 0) {
      throw new CliError('KB_WRONG_FLAGS', 'missing --with, --without, --namespaced or --plugins', {
        hint: 'Run "kb edit --help".',
        exitCode: 2,
      });
    }
    if (
      plugins.length === 0 &&
      (values['output-dir'] !== undefined || (values.force === true && namespaced === undefined))
    ) {
      throw new CliError('KB_WRONG_FLAGS', '--force and --output-dir belong to --plugins', {
        hint: 'Run "kb edit --help".',
        exitCode: 2,
      });
    }
    const { root } = openProject(context);
    const command = 'kb edit';
    return workOnProject({ root, command, writes: !dryRun }, context, async (lock) => {
      const code = isEdited ? await editProject({ on, off, namespaced }, { dryRun, lock, context }) : 0;
      if (code !== 0 || plugins.length === 0) return code;
      const { buildChart } = await import('../chart/build-chart.ts');
      const request = {
        output: values['output-dir'],
        image: undefined,
        force: values.force ?? false,
        yes: values.yes ?? false,
        dryRun,
        check: false,
      };
      return buildChart(request, { lock, context, command });
    });
  },
});

/** What kubebuilder's plugins for `edit` are called, and what kb does instead of those that it lacks. */
const plugins: Readonly<Record<string, string | undefined>> = {
  'helm/v2-alpha': undefined,
  'helm/v1-alpha': 'Use helm/v2-alpha, which replaced it.',
  'grafana/v1-alpha': 'There are no dashboards in this version.',
  'autoupdate/v1-alpha': 'Run "kb update", and let Renovate open the pull request for a new version of kb.',
};

/** Reads a list of kubebuilder's plugins, by their short or full names. Throws a CliError for one that kb lacks. */
function readPlugins(text: string): string[] {
  return [...new Set(text.split(',').map((name) => readPlugin(name.trim())))];
}

function readPlugin(name: string): string {
  const short = name.replace('.kubebuilder.io/', '/');
  const isKnown = Object.hasOwn(plugins, short);
  const instead = plugins[short];
  if (isKnown && instead === undefined) return short;
  throw new CliError('KB_WRONG_FLAGS', `--plugins: kb has no plugin ${JSON.stringify(name)} for edit`, {
    hint: instead ?? 'kb has helm/v2-alpha; "kb edit --with PART" adds parts to what is deployed.',
    exitCode: 2,
  });
}
