import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  controllersOfResource,
  type Diagnostic,
  groupOfResource,
  type ProjectFile,
  type ProjectResource,
} from '@kb/codegen';
import { importDefinitions, type ReadDefinition } from '@kb/import';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import type { ProjectLock } from '../project-lock/with-project-lock.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { type KindNames, kindNames, namesOfControllers } from '../scaffold/kind-names.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import { ignoreLists } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import type { ScaffoldFile } from '../scaffold/scaffold-file.ts';
import { observedKind, observingControllerFiles } from '../scaffold/templates/observing-controller.ts';
import { registryEdits } from '../scaffold/templates/registries.ts';
import { writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { withChosenVersions } from './choose-versions.ts';
import { externalResources, withResources } from './external-resources.ts';
import { readKind } from './read-kind.ts';
import { refuseBuiltInGroup, refuseOwnGroup } from './refuse-group.ts';

/** The flags of `kb create api` for an external API. */
export interface ExternalApiValues {
  readonly kind?: string | undefined;
  /** The whole group. */
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly plural?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly controller?: boolean | undefined;
  /** Replace imported files even if they were edited. Default: false. */
  readonly overwrite?: boolean | undefined;
  readonly dryRun: boolean;
}

/**
 * Runs `kb create api --external-api`: imports one kind of another project, or updates it, generates its client, and
 * lists it in PROJECT. Resolves with the exit code. Throws a CliError for what the flags, the source or the project do
 * not allow. Writes all files or none.
 */
export async function createExternalApi(
  source: string,
  values: ExternalApiValues,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  refuseFlags(values);
  const { root } = openProject(context);
  if (values.group !== undefined) refuseBuiltInGroup(values.group, values.kind);
  const read = await readKind(source, values, context);
  if (reportDiagnostics(read.diagnostics, terminal) || read.kind === undefined) return 1;

  const { kind } = read;
  const work = { root, command: 'kb create api --external-api', writes: !values.dryRun };
  return workOnProject(work, context, (lock) => addKind(kind, values, { lock, context }));
}

/** Adds the kind to the current project, or updates it there. Resolves with the exit code. */
async function addKind(
  kind: ReadDefinition,
  values: ExternalApiValues,
  { lock, context }: { readonly lock: ProjectLock; readonly context: CommandContext },
): Promise<number> {
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!values.dryRun) removeLeftOvers(root, project.paths, disk);
  const { group, names } = kind.definition.spec;
  refuseBuiltInGroup(group, names.kind);
  refuseOwnGroup(group, project, reader);
  const isThis = (resource: ProjectResource): boolean =>
    resource.external === true && resource.kind === names.kind && groupOfResource(resource) === group;
  const there = project.resources.filter(isThis);
  const definition = withChosenVersions(kind.definition, {
    asked: values.version,
    there: there.map(({ version }) => version),
  });
  const imported = await importDefinitions({
    root,
    into: `${project.paths.api[0]}/src`,
    definitions: [{ ...kind, definition }],
    reader,
    external: true,
    versions: definition.spec.versions.map(({ name }) => name),
    overwrite: values.overwrite ?? false,
  });
  if (reportDiagnostics(imported.diagnostics.map(asRefusal), terminal)) return 1;

  const resources = externalResources(definition, there, project, values);
  const next: ProjectFile = {
    ...project,
    resources: withResources(project.resources, there, resources),
  };
  const main = resources.find(({ version }) => version === values.version) ?? resources[0];
  if (main === undefined) throw new Error(`no version of ${definition.metadata.name} was imported`);
  const isNewController =
    controllersOfResource(main).length > 0 && !there.some((one) => controllersOfResource(one).length > 0);
  const change = { before: project, after: next };
  const added = scaffoldChanges(
    root,
    isNewController ? controllerFiles(next, main, definition.spec.scope === 'Namespaced') : [],
    reader,
  );
  const registries = registryEdits(change, overlayReader(reader, added));
  const files = [
    ...added,
    ...(await editLists([...registries, ...ignoreLists(reader)], reader)),
    ...projectFileEdits(change, reader),
  ];
  const removed = imported.plan.changes.flatMap(({ kind, path: file }) => (kind === 'delete' ? [file] : []));
  const { dryRun } = values;
  const types = imported.plan.changes.flatMap(({ path: file, after }) =>
    after === undefined ? [] : [{ path: file, content: after }],
  );
  const scaffold = { root, project: next, reader, files, imported: types, removed };
  if (!(await writeScaffold(scaffold, { dryRun, lock, context }))) return 1;
  if (!dryRun && there.length === 0) terminal.print(whatNext(root, project, kindNames(main)));
  return 0;
}

function controllerFiles(project: ProjectFile, resource: ProjectResource, namespaced: boolean): ScaffoldFile[] {
  const kind = observedKind(project, resource, { findBuiltIn: () => undefined, isNamespaced: () => namespaced });
  return namesOfControllers(resource).flatMap((names) => observingControllerFiles(project, kind, names));
}

/** A definition that the generator refuses would block the generation of the project's own files. */
function asRefusal(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code !== 'KB_DEFINITION_REFUSED') return diagnostic;
  return { ...diagnostic, severity: 'error', hint: 'get a corrected definition from the project that it belongs to' };
}

function refuseFlags({ plural, namespaced }: ExternalApiValues): void {
  const flag = plural !== undefined ? '--plural' : namespaced !== undefined ? '--namespaced' : undefined;
  if (flag === undefined) return;
  throw new CliError('KB_WRONG_FLAGS', `${flag} is for kinds of your own: an external API has it in its CRD`, {
    hint: 'Run "kb create api --help".',
    exitCode: 2,
  });
}

function whatNext(root: string, { projectName }: ProjectFile, { handle, folder, group, plural }: KindNames): string {
  const install = existsSync(path.join(root, 'node_modules')) ? '' : 'npm install; then ';
  return `Next: ${install}use it in a controller, which needs this permission:
  import { ${handle} } from '@${projectName}/client/${folder}';
  // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch;create;patch;delete`;
}
