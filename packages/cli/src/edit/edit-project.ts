import { operatorNamespace, type ProjectFile, type SourceReader } from '@kb/codegen';
import { openProject } from '../open-project.ts';
import { chartOptions } from '../scaffold/plugins/chart-record.ts';
import type { ConfigComponent } from '../scaffold/components/components.ts';
import { switchComponents } from '../scaffold/components/switch-components.ts';
import { presentHeader } from '../scaffold/license/header-settings.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { licenseChange, refuseOwnHeader } from './license-change.ts';
import { type ScopeChange, scopeChange } from './scope-change.ts';

/** What an edit changes. */
export interface Edit {
  readonly on: readonly ConfigComponent[];
  readonly off: readonly ConfigComponent[];
  /** Undefined: the scope of the operator stays. */
  readonly namespaced: boolean | undefined;
  /** Undefined: the operator is deployed to the same namespace as before. */
  readonly namespace: string | undefined;
  /** Undefined: PROJECT says as before whether the project has several groups. */
  readonly multigroup: boolean | undefined;
  /** The header that sources are to have, by the one that they have; undefined: it stays. */
  readonly headerFrom: (present: string) => string | undefined;
  /** The year for a header with a year, if the project does not say it yet. */
  readonly year: string;
  /** Also replace a header in words of the author's own. */
  readonly yes: boolean;
}

/** Switches scope and namespace of the operator, parts, and the header of sources. Resolves with the exit code. */
export async function editProject(edit: Edit, run: ScaffoldRun): Promise<number> {
  const { on, off } = edit;
  const { root, project, reader } = openProject(run.context);
  const license = licenseOf(edit, project, reader);
  if (license !== undefined && !edit.yes && !run.dryRun) refuseOwnHeader(root, license);
  const next = withFlags(license?.project ?? project, edit);
  const isMoved = operatorNamespace(next) !== operatorNamespace(project);
  const isRescoped = isMoved || (next.namespaced ?? false) !== (project.namespaced ?? false);
  const scope = isRescoped ? scopeChange(project, next, reader) : undefined;
  const scoped = overlayReader(reader, scope?.files ?? []);
  const { added, edited } =
    on.length + off.length === 0 ? { added: [], edited: [] } : switchComponents({ on, off }, next, scoped);
  const later = new Set([...added, ...edited].map(({ path }) => path));
  const files = [
    ...(license?.files ?? []),
    ...(scope?.files ?? []).filter(({ path }) => !later.has(path)),
    ...scaffoldChanges(root, added, scoped),
    ...edited,
    ...projectFileEdits({ before: project, after: next }, reader),
  ];
  const removed = [...(license?.removed ?? []), ...(scope?.removed ?? [])];
  if (!(await writeScaffold({ root, project: next, reader, files, removed }, { ...run, command: 'kb edit' }))) return 1;
  const { terminal } = run.context;
  if ((license?.files.length ?? 0) > 0)
    terminal.print('Sources that are there keep their header; new and generated ones have this one.');
  if (scope !== undefined) terminal.print(isMoved ? describeMove(scope, project, next) : describeScope(scope, next));
  return 0;
}

function licenseOf(
  { headerFrom, year }: Edit,
  project: ProjectFile,
  reader: SourceReader,
): ReturnType<typeof licenseChange> | undefined {
  const header = headerFrom(presentHeader(project, reader));
  return header === undefined ? undefined : licenseChange(header, { project, reader, year });
}

/** The project with the flags that PROJECT records as they are. */
function withFlags(project: ProjectFile, { namespaced, namespace, multigroup }: Edit): ProjectFile {
  const { namespaced: isNamespaced = false, namespace: own, multigroup: isMultigroup = false, ...rest } = project;
  const { projectName } = project;
  const deployed = namespace ?? operatorNamespace({ projectName, namespace: own });
  return {
    ...rest,
    ...((multigroup ?? isMultigroup) && { multigroup: true }),
    ...((namespaced ?? isNamespaced) && { namespaced: true }),
    ...(deployed !== operatorNamespace({ projectName }) && { namespace: deployed }),
  };
}

/** What the author has to look at after the namespace of the operator was changed. */
function describeMove({ notTouched }: ScopeChange, before: ProjectFile, after: ProjectFile): string {
  const [from, to] = [operatorNamespace(before), operatorNamespace(after)];
  const lines = notTouched.map((place) => `  ${place}`);
  const chart = chartOptions(after);
  return [
    ...(lines.length === 0 ? [] : [`Not touched; replace ${from} there:`, ...lines]),
    `The operator is deployed to ${to} from now on. What a cluster has in ${from} stays there.`,
    ...(chart === undefined ? [] : ['To build the chart again: npx kb build-chart']),
  ].join('\n');
}

/** What the author has to look at after the scope was changed. */
function describeScope({ notTouched }: ScopeChange, project: ProjectFile): string {
  const own = operatorNamespace(project);
  const wanted = project.namespaced === true ? `namespace=${own}` : `no namespace=${own}`;
  const lines = notTouched.map((place) => `  ${place}`);
  const chart = chartOptions(project);
  return [
    ...(lines.length === 0 ? [] : [`Not touched; markers of kinds in a namespace need ${wanted}:`, ...lines]),
    project.namespaced === true
      ? `The operator watches the namespaces of WATCH_NAMESPACE, which is ${own} where it is deployed.`
      : 'The operator watches the whole cluster.',
    ...(chart === undefined
      ? []
      : [`${chart.output}/chart still has the old scope. To build the chart again: npx kb build-chart`]),
  ].join('\n');
}
