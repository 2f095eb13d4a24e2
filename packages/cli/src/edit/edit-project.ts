import type { ProjectFile } from '@kb/codegen';
import { openProject } from '../open-project.ts';
import { operatorNamespace } from '../operator-namespace.ts';
import type { ConfigComponent } from '../scaffold/components/components.ts';
import { switchComponents } from '../scaffold/components/switch-components.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { type ScopeChange, scopeChange } from './scope-change.ts';

/** What an edit changes. */
interface Edit {
  readonly on: readonly ConfigComponent[];
  readonly off: readonly ConfigComponent[];
  /** Undefined: the scope of the operator stays. */
  readonly namespaced: boolean | undefined;
}

/** Switches the scope of the operator, and the parts. Resolves with the exit code. */
export async function editProject({ on, off, namespaced }: Edit, run: ScaffoldRun): Promise<number> {
  const { root, project, reader } = openProject(run.context);
  const { namespaced: before = false, ...rest } = project;
  const next: ProjectFile =
    namespaced === undefined ? project : { ...rest, ...(namespaced && { namespaced: true as const }) };
  const scope = (namespaced ?? before) === before ? undefined : scopeChange(project, next, reader);
  const scoped = overlayReader(reader, scope?.files ?? []);
  const { added, edited } =
    on.length + off.length === 0 ? { added: [], edited: [] } : switchComponents({ on, off }, next, scoped);
  const later = new Set([...added, ...edited].map(({ path }) => path));
  const files = [
    ...(scope?.files ?? []).filter(({ path }) => !later.has(path)),
    ...scaffoldChanges(root, added, scoped),
    ...edited,
    ...projectFileEdits({ before: project, after: next }, reader),
  ];
  const { removed = [] } = scope ?? {};
  if (!(await writeScaffold({ root, project: next, reader, files, removed }, { ...run, command: 'kb edit' }))) return 1;
  if (scope !== undefined) run.context.terminal.print(describeScope(scope, next));
  return 0;
}

/** What the author has to look at after the scope was changed. */
function describeScope({ notTouched }: ScopeChange, project: ProjectFile): string {
  const own = operatorNamespace(project);
  const wanted = project.namespaced === true ? `namespace=${own}` : `no namespace=${own}`;
  const lines = notTouched.map((place) => `  ${place}`);
  return [
    ...(lines.length === 0 ? [] : [`Not touched; markers of kinds in a namespace need ${wanted}:`, ...lines]),
    project.namespaced === true
      ? `The operator watches the namespaces of WATCH_NAMESPACE, which is ${own} where it is deployed.`
      : 'The operator watches the whole cluster.',
  ].join('\n');
}
