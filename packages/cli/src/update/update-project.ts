import { spawnSync } from 'node:child_process';
import { applyPlan, type FileChange, nodeDisk, type ProjectFile, type SourceReader } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { kbVersion } from '../kb-version.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { printChanges } from '../report-diagnostics.ts';
import { editedComponents, listedComponents } from '../scaffold/components/switch-components.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { headerlessReader, sourceHeader, withHeaders } from '../scaffold/license/source-headers.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { changeOf } from '../scaffold/plan-scaffold.ts';
import {
  formatRecord,
  parseRecord,
  RECORD_FILE,
  recordOf,
  type ScaffoldRecord,
} from '../scaffold/write/scaffold-record.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { baseScaffold, scaffoldVersion } from './base-scaffold.ts';
import { describeUpdate, notesSince } from './describe-update.ts';
import { type FileUpdate, type FileView, planUpdate } from './plan-update.ts';

/** The flags of `kb update`. */
export interface UpdateValues {
  /** The version that the project was made with. Default: `cliVersion` of PROJECT. */
  readonly fromVersion: string | undefined;
  /** Files and folders that stay as they are, in the record of the scaffold too. */
  readonly leave: readonly string[];
  /** Also change files whose changes are not committed. */
  readonly yes: boolean;
}

/** Runs `kb update` on the current project. Resolves with the exit code: 1 if conflicts are left. */
export async function updateProject(values: UpdateValues, run: ScaffoldRun): Promise<number> {
  const { context, dryRun } = run;
  const { terminal, disk } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const from = scaffoldVersion(project, values.fromVersion);
  const version = kbVersion();
  const theirs = renderScaffold(project, scaffoldFacts(project, reader));
  const base = await baseScaffold(project, from, theirs, reader);
  const record = parseRecord(reader.read(RECORD_FILE) ?? '');
  const header = sourceHeader(project, reader);
  const isLeft = (path: string): boolean => values.leave.some((one) => path === one || path.startsWith(`${one}/`));
  const all = planUpdate({
    base,
    theirs,
    reader: headerlessReader(reader, header),
    record,
    label: `kb ${version}`,
    viewOf: (path, text) => componentsView(project, path, text),
  }).map((update) => withItsHeader(update, header, reader));
  const updates = all.filter(({ path }) => !isLeft(path));
  const left = all.filter(({ path }) => isLeft(path));
  const next: ProjectFile = { ...project, cliVersion: version };
  const files = [
    ...updates.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }])),
    ...projectFileEdits({ before: project, after: next }, reader),
    { path: RECORD_FILE, content: formatRecord(recordAfter(theirs, record, left)) },
  ];
  if (files.every((file) => changeOf(file, reader) === undefined)) {
    terminal.print(`The project has the scaffold of kb ${version}. Nothing to change.`);
    return 0;
  }
  if (!dryRun && !values.yes) refuseUncommitted(root, updates);

  const conflicts = updates.filter(({ outcome }) => outcome === 'conflict');
  const changes = [`The scaffold changes from kb ${from} to kb ${version}.`];
  if (updates.length > 0) changes.push(describeUpdate(updates));
  changes.push(...left.map(({ path }) => `leave ${path} as it is (--restore-path)`));
  const introduction = changes.join('\n');
  if (conflicts.length > 0) writeUnfinished(root, files, reader, introduction, run);
  else if (!(await writeScaffold({ root, project: next, reader, files, introduction }, run))) return 1;
  for (const note of notesSince(from)) terminal.print(`- ${note}`);
  if (dryRun) return 0;
  terminal.print(whatNext(conflicts));
  return conflicts.length > 0 ? 1 : 0;
}

/** The record of the new scaffold; files that were left keep their entry, so that a later update changes them. */
function recordAfter(
  theirs: Readonly<Record<string, string>>,
  before: ScaffoldRecord,
  left: readonly FileUpdate[],
): ScaffoldRecord {
  const after = new Map(recordOf(theirs));
  for (const { path } of left) {
    const entry = before.get(path);
    if (entry === undefined) after.delete(path);
    else after.set(path, entry);
  }
  return after;
}

/** An update of a source with the header that it has, or that a new one gets. */
function withItsHeader(update: FileUpdate, header: string, reader: SourceReader): FileUpdate {
  const { path, content, conflicts } = update;
  if (content === undefined) return update;
  const text = withHeaders([{ path, content }], header, reader)[0]?.content ?? content;
  const lines = text.slice(0, text.length - content.length).split('\n').length - 1;
  return { ...update, content: text, ...(conflicts && { conflicts: conflicts.map((line) => line + lines) }) };
}

/** The parts that `kb edit --with` added to `config/default`. */
function componentsView({ paths }: ProjectFile, path: string, text: string): FileView | undefined {
  if (path !== `${paths.config}/default/kustomization.yaml`) return undefined;
  const components = listedComponents(text);
  const without = components.length === 0 ? undefined : editedComponents(text, components, 'remove');
  if (without === undefined) return undefined;
  return { text: without, restore: (merged) => editedComponents(merged, components, 'add') };
}

function refuseUncommitted(root: string, updates: readonly FileUpdate[]): void {
  const changed = updates
    .filter(({ outcome }) => outcome !== 'new')
    .flatMap(({ path, content }) => (content === undefined ? [] : [path]));
  const uncommitted = uncommittedFiles(root, changed);
  if (uncommitted.length === 0) return;
  throw new CliError(
    'KB_NEEDS_YES',
    `the update would change files with changes that are not committed: ${uncommitted.join(', ')}`,
    {
      hint: 'Nothing was written. Commit them first, so that git shows what the update changed; or add --yes.',
    },
  );
}

/** Writes files of which some have conflicts: nothing can be generated before these are resolved. */
function writeUnfinished(
  root: string,
  files: readonly { readonly path: string; readonly content: string }[],
  reader: SourceReader,
  introduction: string,
  { dryRun, lock, context }: ScaffoldRun,
): void {
  const { terminal, disk = nodeDisk } = context;
  if (dryRun) {
    terminal.print(`${introduction}\nNothing was written (--dry-run).`);
    return;
  }
  const changes: FileChange[] = files.flatMap((file) => changeOf(file, reader) ?? []);
  lock.check();
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  applyPlan(plan, { command: 'kb update', disk });
  // People read the changes in the introduction.
  if (terminal.collected !== undefined) printChanges(plan, terminal);
  terminal.print(introduction);
}

function whatNext(conflicts: readonly FileUpdate[]): string {
  const rest = 'npm install, npx kb generate, and npm test';
  if (conflicts.length === 0) return `Next: ${rest}`;
  const places = conflicts.map(({ path, conflicts: lines = [] }) => `${path}:${lines[0] ?? 1}`).join(', ');
  return `Next: resolve the conflicts (${places}), then ${rest}`;
}

/**
 * The files among these whose changes are not committed. Empty outside of a git repository, and without git: then
 * nothing can be said.
 */
function uncommittedFiles(root: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '-z', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return [];
  // Paths are relative to the repository, whose root may be above the project.
  const changed = stdout.split('\0').map((line) => line.slice(3));
  return files.filter((file) => changed.some((path) => path === file || path.endsWith(`/${file}`)));
}
