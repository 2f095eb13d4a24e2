import { defineCommand } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { CliError } from '../cli-error.ts';
import { addPlugins } from '../edit/add-plugins.ts';
import { editProject } from '../edit/edit-project.ts';
import { openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { askedHeader, licenseFlags, thisYear } from '../scaffold/license/license-flags.ts';
import { configComponents, readComponents } from '../scaffold/components/components.ts';
import { checkNamespaceName } from '../scaffold/names.ts';
import { isAddOn } from '../scaffold/plugins/add-ons.ts';
import { readPlugins } from '../scaffold/plugins/read-plugins.ts';

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
      description:
        "kubebuilder's names of what a project can have beside the operator: helm/v2-alpha, as kb build-chart writes; grafana/v1-alpha, dashboards; autoupdate/v1-alpha, a workflow that updates kb.",
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
    namespace: {
      type: 'string',
      value: 'NAME',
      description:
        'The namespace that the operator is deployed to: changed in config/default, and where else it is named.',
    },
    multigroup: {
      type: 'boolean',
      description: 'Say in PROJECT that the project has several groups. Their files have places of their own anyway.',
    },
    ...licenseFlags,
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    yes: { type: 'boolean', description: 'Replace what was edited: with --force, and the header of sources.' },
    json: jsonFlag,
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    const on = values.with === undefined ? [] : readComponents('with', values.with);
    const off = values.without === undefined ? [] : readComponents('without', values.without);
    const { namespaced, namespace, multigroup } = values;
    if (namespace !== undefined) checkNamespaceName(namespace);
    if (namespace !== undefined && namespaced !== undefined)
      throw wrongFlags('--namespace and --namespaced exclude each other', 'Run one after the other.');
    const headerFrom = (present: string): string | undefined => askedHeader(values, { cwd: context.cwd, present });
    const flags = [namespaced, namespace, multigroup, values.license, values.owner, values['license-file']];
    const isEdited = on.length + off.length > 0 || flags.some((value) => value !== undefined);
    const plugins = values.plugins === undefined ? [] : readPlugins('edit', values.plugins);
    if (!isEdited && values.plugins === undefined) {
      const all =
        '--with, --without, --namespaced, --namespace, --multigroup, --license, --owner, --license-file or --plugins';
      throw wrongFlags('no flag says what to change', `Give ${all}.`);
    }
    if (plugins.length === 0 && values.force === true && namespaced === undefined)
      throw wrongFlags('--force belongs to --plugins');
    if (!plugins.includes('helm') && values['output-dir'] !== undefined)
      throw wrongFlags('--output-dir belongs to --plugins helm/v2-alpha');
    const { root } = openProject(context);
    const command = 'kb edit';
    return workOnProject({ root, command, writes: !dryRun }, context, async (lock) => {
      const year = thisYear(context);
      const edit = { on, off, namespaced, namespace, multigroup, headerFrom, year, yes: values.yes ?? false };
      const code = isEdited ? await editProject(edit, { dryRun, lock, context }) : 0;
      if (code !== 0) return code;
      const { force = false, yes = false } = values;
      const addOns = plugins.filter(isAddOn);
      if (addOns.length > 0) addPlugins(addOns, { force, yes }, { dryRun, lock, context });
      if (!isEdited && plugins.length === 0) context.terminal.print('Nothing to change.');
      if (!plugins.includes('helm')) return 0;
      const { buildChart } = await import('../chart/build-chart.ts');
      const asked = { output: values['output-dir'], crdsChart: undefined, image: undefined };
      const request = { ...asked, force, yes, dryRun, check: false };
      return buildChart(request, { lock, context, command });
    });
  },
});

function wrongFlags(message: string, hint = 'Run "kb edit --help".'): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
}
