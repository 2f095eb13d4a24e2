import { applyPlan, type FileChange, nodeDisk } from '@kb/codegen';
import { openProject } from '../open-project.ts';
import { printChanges } from '../report-diagnostics.ts';
import { changeOf, overlayReader } from '../scaffold/plan-scaffold.ts';
import { type AddOn, addOnsOf, withAddOn } from '../scaffold/plugins/add-ons.ts';
import { addOnFiles } from '../scaffold/templates/add-on-files.ts';
import { refuseReplacing } from '../scaffold/write/refuse-replacing.ts';
import type { ScaffoldRun } from '../scaffold/write/write-scaffold.ts';
import { changedScaffold } from '../update/changed-scaffold.ts';
import { customMetricsDashboard } from './custom-metrics-file.ts';

/** How files that are there are treated. */
interface Replacing {
  /** Replace what was edited, with `yes` only. */
  readonly force: boolean;
  readonly yes: boolean;
}

/**
 * Adds add-ons to the current project. A second time it adds files that are missing, and makes the dashboard of the
 * author's metrics again.
 */
export function addPlugins(names: readonly AddOn[], { force, yes }: Replacing, run: ScaffoldRun): void {
  const { terminal, disk = nodeDisk } = run.context;
  const open = openProject(run.context);
  const { root, project, reader } = open;
  const before = addOnsOf(project);
  const next = names.reduce(withAddOn, project);
  const own = names.flatMap(addOnFiles);
  if (force && !yes) refuseReplacing(root, own, reader);
  const written = own.filter(({ path }) => force || reader.read(path) === undefined);
  const paths = new Set(written.map(({ path }) => path));
  const scaffold = changedScaffold(open, next).filter(({ path }) => !paths.has(path));
  const dashboard = names.includes('grafana') ? customMetricsDashboard(overlayReader(reader, written)) : [];
  const changes: FileChange[] = [
    ...scaffold,
    ...[...written, ...dashboard].flatMap((file) => changeOf(file, reader) ?? []),
  ];
  const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
  if (!run.dryRun) {
    run.lock.check();
    applyPlan(plan, { command: 'kb edit', disk });
  }
  printChanges(plan, terminal);
  const isNew = names.some((name) => !before.includes(name));
  const kept =
    isNew && !force ? own.filter(({ path, content }) => ![undefined, content].includes(reader.read(path))) : [];
  for (const { path } of kept) terminal.print(`Kept ${path}, which is there already: --force --yes replaces it.`);
  if (run.dryRun) terminal.print('Nothing was written (--dry-run).');
}
