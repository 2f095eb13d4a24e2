import { chartsOfProject } from '../chart/chart-of-project.ts';
import { renderVariants } from '../chart/render-variants.ts';
import { updateCharts } from '../chart/update-charts.ts';
import { CliError } from '../cli-error.ts';
import { projectCommand } from '../how-to-run.ts';
import type { OpenProject } from '../open-project.ts';
import { chartOptions } from '../scaffold/plugins/chart-record.ts';
import type { Environment, Finding } from './finding.ts';

/** Says whether the chart of a project is older than what it is made from; nothing of a project without a chart. */
export async function examineChart(open: OpenProject, env: Environment): Promise<Finding[]> {
  const options = chartOptions(open.project);
  if (options === undefined) return [];
  const command = projectCommand('build-chart', open.root);
  const place = `the chart in ${options.output}/chart`;
  try {
    const [current, ...others] = await renderVariants(open, env);
    if (current === undefined) return [];
    const charts = chartsOfProject(open, [current, ...others], options);
    const { changes } = updateCharts(charts, { output: options.output, reader: open.reader }, false);
    if (changes.length === 0) return [{ level: 'ok', what: `${place} is up to date` }];
    const paths = changes.map(({ path }) => path).join(', ');
    const what = `${place} is older than ${open.project.paths.config}: ${paths}`;
    return [{ level: 'warning', what, advice: `${command} brings it up to date, and keeps what you changed.` }];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // That there is no program which renders is a finding about the machine.
    if (error.code === 'KB_KUSTOMIZE_NOT_FOUND') return [];
    return [{ level: 'problem', what: `${place} cannot be made: ${error.message}`, advice: `Run ${command}.` }];
  }
}
