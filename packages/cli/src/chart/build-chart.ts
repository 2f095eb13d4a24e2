import { applyPlan, type FileChange, nodeDisk, type ProjectFile } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { isMap, parseDocument } from 'yaml';
import { checkedImage, parseImage } from '../deploy/image.ts';
import { type OpenProject, openProject } from '../open-project.ts';
import type { ProjectLock } from '../project-lock/with-project-lock.ts';
import { printChanges } from '../report-diagnostics.ts';
import { changeOf } from '../scaffold/plan-scaffold.ts';
import { refuseReplacing } from '../scaffold/write/refuse-replacing.ts';
import { changedScaffold } from '../update/changed-scaffold.ts';
import { type ChartOptions, chartOptions, withChart } from '../scaffold/plugins/chart-record.ts';
import { chartsOfProject } from './chart-of-project.ts';
import { renderVariants } from './render-variants.ts';
import { type ChartUpdate, filesOfCharts, updateCharts } from './update-charts.ts';

/** What a user asks for a chart. */
export interface ChartRequest {
  /** The folder of the chart's folder. Default: that of PROJECT, or `dist`. */
  readonly output: string | undefined;
  /** Whether the CRDs are a chart of their own. Default: as PROJECT says. */
  readonly crdsChart: boolean | undefined;
  /** The image that values.yaml names. Default: that of config/manager. */
  readonly image: string | undefined;
  /** Replace what was edited, with `yes` only. */
  readonly force: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Only tell whether the chart is up to date. */
  readonly check: boolean;
}

/** How the command runs. */
interface ChartRun {
  readonly lock: ProjectLock;
  readonly context: CommandContext;
  /** The command, as messages about an interrupted write name it. */
  readonly command: string;
}

/**
 * Writes the Helm chart of the current project, with its make targets and its workflow the first time. Resolves with
 * the exit code: 1 if conflicts are left, or if `check` finds a difference.
 */
export async function buildChart(request: ChartRequest, { lock, context, command }: ChartRun): Promise<number> {
  const { terminal, disk = nodeDisk, env } = context;
  const open = openProject(context);
  const { root, project, reader } = open;
  const options = optionsOf(request, project);
  const [current, ...others] = await renderVariants(open, env);
  if (current === undefined) throw new Error('nothing was rendered');
  const charts = chartsOfProject(open, [current, ...others], options);
  const place = { output: options.output, reader };
  if (request.force && !request.yes) {
    const { edited } = updateCharts(charts, place, true);
    const asWritten = filesOfCharts(charts, options.output).flatMap(({ folder, files }) =>
      Object.entries(files).map(([file, content]) => ({ path: `${folder}/${file}`, content })),
    );
    refuseReplacing(
      root,
      asWritten.filter(({ path }) => edited.includes(path)),
      reader,
    );
  }
  const update = updateCharts(charts, place, request.force);
  const around = changedScaffold(open, withChart(project, options));
  const changes = withImageChange([...update.changes, ...around], request.image, options, open);
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  const onlyShow = request.check || request.dryRun;
  if (!onlyShow) {
    lock.check();
    applyPlan(plan, { command, disk });
  }
  printChanges(plan, terminal, { diff: request.check });
  for (const warning of [...charts.warnings, ...update.left.map(leftBehind)]) terminal.print(`Warning: ${warning}`);
  if (request.check && plan.changes.length > 0) {
    terminal.printError('The chart is out of date: run "kb build-chart", and commit what it writes.');
    return 1;
  }
  if (request.dryRun) terminal.print('Nothing was written (--dry-run).');
  return reportConflicts(update, context);
}

function leftBehind(path: string): string {
  return `${path} stays, because it was edited: kb no longer writes it. Delete it, or it is still part of the chart.`;
}

function reportConflicts({ conflicts }: ChartUpdate, { terminal }: CommandContext): number {
  if (conflicts.length === 0) return 0;
  const places = conflicts.map(({ file, line }) => `${file}:${line}`).join(', ');
  terminal.print(`Next: resolve the conflicts (${places}).`);
  return 1;
}

function optionsOf({ output, image, crdsChart }: ChartRequest, project: ProjectFile): ChartOptions {
  if (image !== undefined) checkedImage(image);
  const before = chartOptions(project) ?? { output: 'dist', crdsChart: false };
  const options = { ...before, crdsChart: crdsChart ?? before.crdsChart };
  if (output === undefined) return options;
  const folder = output
    .split(/[\\/]/)
    .filter((name) => name !== '.' && name !== '')
    .join('/');
  if (folder !== '' && !/^(?:[\\/]|[A-Za-z]:)/.test(output) && !folder.split('/').includes('..'))
    return { ...options, output: folder };
  throw new CliError('KB_WRONG_FLAGS', `--output-dir: ${JSON.stringify(output)} is not a folder inside the project`, {
    hint: 'Expected a path relative to PROJECT, such as dist or charts.',
    exitCode: 2,
  });
}

/** Sets the image in values.yaml, after its other changes: a release does it, and commits nothing. */
function withImageChange(
  changes: readonly FileChange[],
  image: string | undefined,
  { output }: ChartOptions,
  { reader }: OpenProject,
): FileChange[] {
  if (image === undefined) return [...changes];
  const path = `${output}/chart/values.yaml`;
  const written = changes.find((change) => change.path === path);
  const text = written !== undefined && 'after' in written ? written.after : (reader.read(path) ?? '');
  const change = changeOf({ path, content: withImage(text, image) }, reader);
  return [...changes.filter((one) => one !== written), ...(change === undefined ? [] : [change])];
}

/** The text of a `values.yaml` with another image. Comments and everything else stay. Throws a CliError. */
function withImage(text: string, name: string): string {
  const { repository, tag = '', digest = '' } = parseImage(name);
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.getIn(['manager', 'image']))) {
    throw new CliError('KB_MANIFEST_INVALID', 'values.yaml has no map manager.image, in which the image is set', {
      hint: 'Nothing was written. "kb build-chart --force" shows what kb would write.',
    });
  }
  for (const [key, value] of Object.entries({ repository, tag, digest, reference: '' })) {
    const path = ['manager', 'image', key];
    if ((document.getIn(path) ?? '') !== value) document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0, indentSeq: false });
}
