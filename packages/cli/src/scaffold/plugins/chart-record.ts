import type { ProjectFile } from '@kb/codegen';
import { pluginOptions, withPlugin } from './plugin-record.ts';

/** Where kubebuilder's PROJECT has the options of its plugin for charts. */
const PLUGIN = 'helm.kubebuilder.io/v2-alpha';

/** An option that kubebuilder does not have. */
const CRDS_CHART = 'crdsChart';

/** The options of a project's chart. */
export interface ChartOptions {
  /** The folder of the chart's folder, relative to the project. */
  readonly output: string;
  /** Whether the CRDs are a chart of their own. */
  readonly crdsChart: boolean;
}

/** The options of the chart of a project; undefined if it has none. */
export function chartOptions(project: Pick<ProjectFile, 'other'>): ChartOptions | undefined {
  const options = pluginOptions(project, PLUGIN);
  if (options === undefined) return undefined;
  const { output, [CRDS_CHART]: crdsChart } = options;
  return { output: typeof output === 'string' && output !== '' ? output : 'dist', crdsChart: crdsChart === true };
}

/** The project with a chart. Keeps what else is there. */
export function withChart(project: ProjectFile, { output, crdsChart }: ChartOptions): ProjectFile {
  const { [CRDS_CHART]: _, ...others } = pluginOptions(project, PLUGIN) ?? {};
  const options = { manifests: 'dist/install.yaml', ...others, output, ...(crdsChart && { [CRDS_CHART]: true }) };
  return withPlugin(project, PLUGIN, options);
}

/** The folders of a project's charts, relative to it, in the order of their installation. */
export function chartFolders({ output, crdsChart }: ChartOptions): string[] {
  return [...(crdsChart ? [`${output}/chart-crds`] : []), `${output}/chart`];
}
