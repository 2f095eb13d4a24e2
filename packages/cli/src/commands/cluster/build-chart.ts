import { defineCommand } from '../../command-line/command.ts';
import { jsonFlag } from '../../command-line/json-flag.ts';
import { openProject } from '../../open-project.ts';
import { workOnProject } from '../../project-lock/work-on-project.ts';

/** `kb build-chart`. */
export const command = defineCommand({
  flags: {
    'output-dir': {
      type: 'string',
      value: 'DIR',
      description: "The folder of the chart's folder, in the project. Default: that of PROJECT, or dist.",
    },
    'crds-chart': {
      type: 'boolean',
      description: 'Write the CRDs as a chart of their own, or with --crds-chart=false no longer. PROJECT keeps it.',
    },
    image: {
      type: 'string',
      value: 'IMAGE',
      description: "The operator's image in values.yaml, with tag or digest. Default: that of config/manager.",
    },
    force: { type: 'boolean', description: 'Replace edited files too, except Chart.yaml; with --yes only.' },
    check: { type: 'boolean', description: 'Write nothing; fail if the chart is out of date.' },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'With --force: replace what was edited.' },
  },
  async run(values, context) {
    const request = {
      output: values['output-dir'],
      crdsChart: values['crds-chart'],
      image: values.image,
      force: values.force ?? false,
      yes: values.yes ?? false,
      dryRun: values['dry-run'] ?? false,
      check: values.check ?? false,
    };
    const { root } = openProject(context);
    const command = 'kb build-chart';
    const { buildChart } = await import('../../chart/build-chart.ts');
    return workOnProject({ root, command, writes: !request.dryRun && !request.check }, context, (lock) =>
      buildChart(request, { lock, context, command }),
    );
  },
});
