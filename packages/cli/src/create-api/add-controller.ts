import { controllersOfResource, groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { findKind } from '@kb/kubernetes/data';
import { CliError } from '../cli-error.ts';
import { findTarget, isSameKind } from '../create-webhook/webhook-target.ts';
import { isInstalled } from '../how-to-run.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { kindNames, namesOfControllers } from '../scaffold/kind-names.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import { ignoreLists } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import type { ScaffoldFile } from '../scaffold/scaffold-file.ts';
import { kindControllerFiles } from '../scaffold/templates/kind.ts';
import { observedKind, observingControllerFiles } from '../scaffold/templates/observing-controller.ts';
import { registryEdits } from '../scaffold/templates/registries.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { withController } from '../scaffold/new-controller.ts';

/** The kind that `kb create api --resource=false` is about, and the name of its new controller. */
export interface ControllerValues {
  readonly kind: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
  readonly name: string | undefined;
}

/**
 * Adds a controller to a kind that the project has, or that is one of Kubernetes' own; a repeated command changes
 * nothing. Resolves with the exit code.
 */
export async function addController({ name, ...values }: ControllerValues, run: ScaffoldRun): Promise<number> {
  const { dryRun, context } = run;
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const found = findTarget(project, values);
  refuseControlledVersion(project, found);
  const controllers = withController(project, found, name);
  if (controllers === undefined) {
    terminal.print('Nothing to change.');
    return 0;
  }
  const { controller: _controller, ...rest } = found;
  const resource: ProjectResource = { ...rest, ...controllers };
  const isThere = project.resources.some((one) => isSameKind(one, found));
  const next: ProjectFile = {
    ...project,
    resources: isThere
      ? project.resources.map((one) => (isSameKind(one, found) ? resource : one))
      : [...project.resources, resource],
  };
  const change = { before: project, after: next };
  const facts = scaffoldFacts(project, reader);
  const kind = observedKind(next, resource, {
    findBuiltIn: findKind,
    isNamespaced: facts.isNamespaced ?? (() => true),
  });
  const added = scaffoldChanges(root, newFiles(next, resource, kind), reader);
  const registries = registryEdits(change, overlayReader(reader, added));
  const files = [
    ...added,
    ...(await editLists([...registries, ...ignoreLists(reader)], reader)),
    ...projectFileEdits(change, reader),
  ];
  if (!(await writeScaffold({ root, project: next, reader, files }, run))) return 1;
  if (!dryRun) {
    const install = isInstalled(root) ? '' : 'npm install, then ';
    terminal.print(`Next: ${install}edit the controller in ${added[0]?.path ?? ''}, and npm test`);
  }
  return 0;
}

/** The first controller of a kind of the project writes its status; others only see its objects. */
function newFiles(
  project: ProjectFile,
  resource: ProjectResource,
  kind: ReturnType<typeof observedKind>,
): ScaffoldFile[] {
  const controllers = namesOfControllers(resource);
  const names = controllers.at(-1);
  if (names === undefined) return [];
  if (resource.api === undefined || controllers.length > 1) return observingControllerFiles(project, kind, names);
  return kindControllerFiles(project, kindNames(resource), resource.api.namespaced === true);
}

/** The controllers of a kind read one of its versions. */
function refuseControlledVersion(project: ProjectFile, target: ProjectResource): void {
  const other = project.resources.find(
    (one) =>
      one.version !== target.version &&
      one.kind === target.kind &&
      groupOfResource(one) === groupOfResource(target) &&
      controllersOfResource(one).length > 0,
  );
  if (other === undefined) return;
  throw new CliError(
    'KB_FLAGS_DIFFER',
    `the controller of ${other.version} is that of all versions of ${target.kind}`,
    {
      hint: `Give --version ${other.version}, and name another controller of it with --controller-name.`,
    },
  );
}
