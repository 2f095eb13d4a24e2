import { applyPlan, type FileChange, nodeDisk, type ProjectFile } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { isMap, parseDocument } from 'yaml';
import { checkedImage, parseImage } from '../deploy/image.ts';
import { type OpenProject, openProject } from '../open-project.ts';
import type { ProjectLock } from '../project-lock/with-project-lock.ts';
import { printChanges } from '../report-diagnostics.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { changeOf, overlayReader } from '../scaffold/plan-scaffold.ts';
import { refuseReplacing } from '../scaffold/write/refuse-replacing.ts';
import { parseRecord, RECORD_FILE } from '../scaffold/write/scaffold-record.ts';
import { recordEdits } from '../scaffold/write/write-scaffold.ts';
import { planUpdate } from '../update/plan-update.ts';
import { type ChartOptions, chartOptions, withChart } from '../scaffold/chart-record.ts';
import { chartOfProject } from './chart-of-project.ts';
import { renderVariants } from './render-variants.ts';
import { type ChartUpdate, updateChart } from './update-chart.ts';

/** What a user asks for a chart. */
export interface ChartRequest {
  /** The folder of the chart's folder. Default: that of PROJECT, or `dist`. */
  readonly output: string | undefined;
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
  const { files, warnings } = chartOfProject(open, [current, ...others]);
  const place = { output: options.output, reader, files };
  if (request.force && !request.yes) {
    const { edited } = updateChart(place, true);
    const asWritten = Object.entries(files).map(([file, content]) => ({
      path: `${options.output}/chart/${file}`,
      content,
    }));
    refuseReplacing(
      root,
      asWritten.filter(({ path }) => edited.includes(path)),
      reader,
    );
  }
  const update = updateChart(place, request.force);
  const around = changesAround(open, withChart(project, options));
  const changes = withImageChange([...update.changes, ...around], request.image, options, open);
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  const onlyShow = request.check || request.dryRun;
  if (!onlyShow) {
    lock.check();
    applyPlan(plan, { command, disk });
  }
  printChanges(plan, terminal, { diff: request.check });
  for (const warning of warnings) terminal.print(`Warning: ${warning}`);
  if (request.check && plan.changes.length > 0) {
    terminal.printError('The chart is out of date: run "kb build-chart", and commit what it writes.');
    return 1;
  }
  if (request.dryRun) terminal.print('Nothing was written (--dry-run).');
  return reportConflicts(update, context);
}

function reportConflicts({ conflicts }: ChartUpdate, { terminal }: CommandContext): number {
  if (conflicts.length === 0) return 0;
  const places = conflicts.map(({ file, line }) => `${file}:${line}`).join(', ');
  terminal.print(`Next: resolve the conflicts (${places}).`);
  return 1;
}

function optionsOf({ output, image }: ChartRequest, project: ProjectFile): ChartOptions {
  if (image !== undefined) checkedImage(image);
  if (output === undefined) return chartOptions(project) ?? { output: 'dist' };
  const folder = output
    .split(/[\\/]/)
    .filter((name) => name !== '.' && name !== '')
    .join('/');
  if (folder !== '' && !/^(?:[\\/]|[A-Za-z]:)/.test(output) && !folder.split('/').includes('..'))
    return { output: folder };
  throw new CliError('KB_WRONG_FLAGS', `--output-dir: ${JSON.stringify(output)} is not a folder inside the project`, {
    hint: 'Expected a path relative to PROJECT, such as dist or charts.',
    exitCode: 2,
  });
}

/** PROJECT, the make targets and the workflows: what the scaffold says of a chart, merged with what the author has. */
function changesAround({ project, reader }: OpenProject, next: ProjectFile): FileChange[] {
  const files = projectFileEdits({ before: project, after: next }, reader);
  if (files.length === 0) return [];
  const updates = planUpdate({
    base: renderScaffold(project, scaffoldFacts(project, reader)),
    theirs: renderScaffold(next, scaffoldFacts(next, reader)),
    reader,
    // What an older version of kb scaffolded is the business of "kb update".
    record: sameScaffold(project, next, reader),
    label: 'kb',
  });
  const written = updates.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }]));
  const all = [...files, ...written];
  const record = recordEdits(next, reader, overlayReader(reader, all));
  return [...all, ...record].flatMap((file) => changeOf(file, reader) ?? []);
}

/** The record of files that the next scaffold changes. */
function sameScaffold(
  project: ProjectFile,
  next: ProjectFile,
  reader: OpenProject['reader'],
): ReadonlyMap<string, string> {
  const record = parseRecord(reader.read(RECORD_FILE) ?? '');
  const [base, theirs] = [project, next].map((one) => renderScaffold(one, scaffoldFacts(one, reader)));
  return new Map([...record].filter(([file]) => base?.[file] !== theirs?.[file]));
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
