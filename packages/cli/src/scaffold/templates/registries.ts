import { posix } from 'node:path';
import { addToList, outputFolders, type ProjectFile, type SourceReader } from '@kb/codegen';
import { type ControllerNames, kindNames, namesOfControllers } from '../kind-names.ts';
import { addResource } from '../lists/add-resource.ts';
import { addUnlessImported } from '../lists/imported-elsewhere.ts';
import { listDeclaration } from '../lists/list-declaration.ts';
import type { AddedEntry, ListToEdit, ProjectChange } from '../lists/list-to-edit.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';
import { CRD_KUSTOMIZE_CONFIG } from './config/crd.ts';
import { CLUSTER_ROLE_BINDING } from './config/rbac.ts';
import { kindRoleNames } from './config/kind-roles.ts';
import { SCOPE } from '../../package-names.ts';

const header = (comment: string): string =>
  `${comment} "kb create api" adds each kind of the project here; the rest is yours to edit.\n`;

/** The files that list what a project has. `isThere`: whether it has a file. Default: it is new. */
export function registryFiles(project: ProjectFile, isThere?: (file: string) => boolean): ScaffoldFile[] {
  return registries(project, { bindsClusterRole: isThere?.(clusterRoleBindingOf(project)) }).map(
    ({ path, content }) => ({ path, content }),
  );
}

/**
 * The files that list what the project has, each with what a change of the project adds to it. `reader` sees the project with the files that come with the change: a list that is missing names only what is
 * among them, and what is generated.
 */
export function registryEdits({ before, after }: ProjectChange, reader: SourceReader): ListToEdit[] {
  const folders = [after.paths.config, sourcesOf(after)];
  const files = new Set(folders.flatMap((folder) => reader.list(folder)).map((file) => posix.normalize(file)));
  const old = registries(before);
  const isThere = (file: string): boolean => files.has(posix.normalize(file));
  const bindsClusterRole = isThere(clusterRoleBindingOf(after));
  return registries(after, { isThere, bindsClusterRole, reader }).map(({ path, content, entries }, index) => {
    const known = new Set(old[index]?.entries.map(({ id }) => id));
    return { path, content, added: entries.filter(({ id }) => !known.has(id)) };
  });
}

/** An entry of a list, by which it is told whether the project had it before. */
type Entry = AddedEntry & { readonly id: string };

interface Registry {
  readonly path: string;
  readonly content: string;
  readonly entries: readonly Entry[];
}

const NO_FILES: SourceReader = { read: () => undefined, list: () => [] };

/** The folder of the operator's sources. */
function sourcesOf({ paths }: ProjectFile): string {
  return `${paths.controller[0]}/src`;
}

function clusterRoleBindingOf({ paths }: ProjectFile): string {
  return `${paths.config}/rbac/${CLUSTER_ROLE_BINDING}`;
}

/** Their contents name only files that are there, where these are not generated; the entries are those of all. */
function registries(
  project: ProjectFile,
  {
    isThere = () => true,
    bindsClusterRole = false,
    reader = NO_FILES,
  }: {
    readonly isThere?: (file: string) => boolean;
    /** Whether a kind without a namespace is watched by an operator of single namespaces. */
    readonly bindsClusterRole?: boolean | undefined;
    /** The project's files, among which an author may have lists of their own. */
    readonly reader?: SourceReader;
  } = {},
): Registry[] {
  const { config } = project.paths;
  const sources = sourcesOf(project);
  const kinds = project.resources.filter(({ api }) => api).map(kindNames);
  const controllers = project.resources.flatMap(namesOfControllers);
  const crds = [...new Set(kinds.map(({ crdFile }) => `bases/${crdFile}`))].toSorted();
  const samples = kinds.map(({ sampleFile }) => sampleFile).toSorted();
  const role = project.generate?.roleFile ?? 'role.yaml';
  const ofCluster = project.namespaced === true && bindsClusterRole ? [CLUSTER_ROLE_BINDING] : [];
  const ofManager = controllers.length > 0 ? [role, 'role_binding.yaml', ...ofCluster] : [];
  const ofKinds = [...new Set(kinds.flatMap(kindRoleNames))].toSorted();
  return [
    crdKustomization(`${config}/crd`, crds, project),
    kustomization(`${config}/samples`, samples, isThere),
    rbacKustomization(
      `${config}/rbac`,
      { ofManager, ofKinds },
      (file) => file === `${config}/rbac/${role}` || isThere(file),
    ),
    controllersRegistry(sources, controllers, isThere, reader),
    crdsRegistry(project, sources),
  ];
}

function kustomization(
  folder: string,
  resources: readonly string[],
  isThere: (file: string) => boolean,
  entries: readonly Entry[] = resources.map((file) => resourceEntry(file)),
): Registry {
  const lines = resources.filter((file) => isThere(`${folder}/${file}`)).map((file) => `- ${file}\n`);
  const list = lines.length > 0 ? `resources:\n${lines.join('')}` : 'resources: []\n';
  return { path: `${folder}/kustomization.yaml`, content: header('#') + list, entries };
}

/** The names in CRDs with a conversion webhook are told to kustomize. */
function crdKustomization(folder: string, crds: readonly string[], { resources }: ProjectFile): Registry {
  const list = kustomization(folder, crds, () => true);
  if (!resources.some(({ webhooks }) => webhooks?.conversion === true)) return list;
  return { ...list, content: `${list.content}configurations:\n- ${CRD_KUSTOMIZE_CONFIG}\n` };
}

/** The manager's roles are there from the first controller on, those for people with each kind, the others always. */
function rbacKustomization(
  folder: string,
  { ofManager, ofKinds }: { readonly ofManager: readonly string[]; readonly ofKinds: readonly string[] },
  isThere: (file: string) => boolean,
): Registry {
  const before = 'service_account.yaml';
  const resources = [
    before,
    ...ofManager,
    'leader_election_role.yaml',
    'leader_election_role_binding.yaml',
    'metrics_auth_role.yaml',
    'metrics_auth_role_binding.yaml',
    'metrics_reader_role.yaml',
    ...ofKinds,
  ];
  const entries = [
    ...ofManager.map((file, index) => resourceEntry(file, ofManager[index - 1] ?? before)),
    ...ofKinds.map((file, index) => resourceEntry(file, ofKinds[index - 1] ?? 'metrics_reader_role.yaml')),
  ];
  return kustomization(folder, resources, isThere, entries);
}

function resourceEntry(file: string, after?: string): Entry {
  return {
    id: file,
    byHand: `resources:\n- ${file}`,
    add: async (text) => addResource(text, file, after),
  };
}

function controllersRegistry(
  sources: string,
  controllers: readonly ControllerNames[],
  isThere: (file: string) => boolean,
  reader: SourceReader,
): Registry {
  const sorted = controllers.toSorted((a, b) => a.controllerFile.localeCompare(b.controllerFile, 'en'));
  const present = sorted.filter(({ controllerFile }) => isThere(`${sources}/${controllerFile}.ts`));
  const imports = present
    .map(({ controller, controllerFile }) => `import { ${controller} } from './${controllerFile}.ts';\n`)
    .join('');
  const names = present.map(({ controller }) => controller);
  const content = `${header('//')}import type { Controller } from '${SCOPE}/runtime';
${imports}
/** The controllers that main runs. */
${listDeclaration('export const controllers: readonly Controller[]', names)}
`;
  const entries = sorted.map(({ controller, controllerFile }): Entry => {
    const importFrom = `./${controllerFile}.ts`;
    return {
      id: controllerFile,
      byHand: `import { ${controller} } from '${importFrom}';\nand ${controller} to controllers`,
      add: async (text) =>
        addUnlessImported(
          text,
          { list: 'controllers', element: controller, importName: controller, importFrom },
          { sources, reader },
        ),
    };
  });
  return { path: `${sources}/controllers.ts`, content, entries };
}

/** Folders are named only where they have something in them: tests are told of one that has not. */
function crdsRegistry({ paths, resources }: ProjectFile, sources: string): Registry {
  const folders = outputFolders(paths);
  const crds = folderEntry('crds', posix.relative(sources, folders.crd));
  const externalCrds = folderEntry('externalCrds', posix.relative(sources, folders.externalCrd));
  const hasCrds = resources.some(({ api }) => api);
  const hasExternal = resources.some(({ external }) => external);
  const imports = hasCrds || hasExternal ? "import { fileURLToPath } from 'node:url';\n\n" : '';
  const content = `${header('//')}${imports}/** The project's own CRDs, for tests. */
export const crds: readonly string[] = [${hasCrds ? crds.element : ''}];

/** Those of kinds that belong to other projects, for tests: \`kb create api --external-api\`. */
export const externalCrds: readonly string[] = [${hasExternal ? externalCrds.element : ''}];
`;
  return {
    path: `${sources}/crds.ts`,
    content,
    entries: [...(hasCrds ? [crds] : []), ...(hasExternal ? [externalCrds] : [])],
  };
}

function folderEntry(list: string, folder: string): Entry & { readonly element: string } {
  const element = `fileURLToPath(new URL('${folder}', import.meta.url))`;
  const needs = { importName: 'fileURLToPath', importFrom: 'node:url' };
  return {
    id: list,
    element,
    byHand: `import { fileURLToPath } from 'node:url';\nand ${element} to ${list}`,
    add: async (text) => addToList(text, { list, element, ...needs, knownBy: folder }),
  };
}
