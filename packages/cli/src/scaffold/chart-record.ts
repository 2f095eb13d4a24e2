import type { ProjectFile } from '@kb/codegen';

/** Where kubebuilder's PROJECT has the options of its plugin for charts. */
const PLUGIN = 'helm.kubebuilder.io/v2-alpha';

/** The options of a project's chart. */
export interface ChartOptions {
  /** The folder of the chart's folder, relative to the project. */
  readonly output: string;
}

/** The options of the chart of a project; undefined if it has none. */
export function chartOptions(project: Pick<ProjectFile, 'other'>): ChartOptions | undefined {
  const plugins = asRecord(project.other?.['plugins']);
  if (!Object.hasOwn(plugins, PLUGIN)) return undefined;
  const { output } = asRecord(plugins[PLUGIN]);
  return { output: typeof output === 'string' && output !== '' ? output : 'dist' };
}

/** The project with a chart. Keeps what else is there. */
export function withChart(project: ProjectFile, { output }: ChartOptions): ProjectFile {
  const plugins = asRecord(project.other?.['plugins']);
  const options = { manifests: 'dist/install.yaml', ...asRecord(plugins[PLUGIN]), output };
  return { ...project, other: { ...project.other, plugins: { ...plugins, [PLUGIN]: options } } };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
