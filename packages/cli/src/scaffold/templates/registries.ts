import { posix } from 'node:path';
import { outputFolders, type ProjectFile } from '@kb/codegen';
import { kindNames } from '../kind-names.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';

const header = (comment: string): string =>
  `${comment} Written by "kb create api" from PROJECT: lists every kind of the project.\n`;

/** The files that list what the project has: rendered whole from PROJECT, so that writing them again changes nothing. */
export function registryFiles(project: ProjectFile): ScaffoldFile[] {
  const { config, controller } = project.paths;
  const sources = `${controller[0]}/src`;
  const kinds = project.resources.filter(({ api }) => api).map(kindNames);
  const controllers = project.resources.filter((resource) => resource.controller).map(kindNames);
  const crds = [...new Set(kinds.map(({ crdFile }) => crdFile))].toSorted();
  const samples = kinds.map(({ sampleFile }) => sampleFile).toSorted();
  const rbac = [
    'service_account.yaml',
    ...(controllers.length > 0 ? [project.generate?.roleFile ?? 'role.yaml', 'role_binding.yaml'] : []),
    'leader_election_role.yaml',
    'leader_election_role_binding.yaml',
    'metrics_auth_role.yaml',
    'metrics_auth_role_binding.yaml',
    'metrics_reader_role.yaml',
  ];
  return [
    kustomization(
      `${config}/crd`,
      crds.map((file) => `bases/${file}`),
    ),
    kustomization(`${config}/samples`, samples),
    kustomization(`${config}/rbac`, rbac),
    { path: `${sources}/controllers.ts`, content: controllersFile(controllers), whenThere: 'replace' },
    { path: `${sources}/crds.ts`, content: crdsFile(project, sources), whenThere: 'replace' },
  ];
}

function kustomization(folder: string, resources: readonly string[]): ScaffoldFile {
  const list =
    resources.length > 0 ? `resources:\n${resources.map((file) => `- ${file}\n`).join('')}` : 'resources: []\n';
  return { path: `${folder}/kustomization.yaml`, content: header('#') + list, whenThere: 'replace' };
}

function controllersFile(controllers: readonly { controller: string; lower: string }[]): string {
  const sorted = controllers.toSorted((a, b) => a.lower.localeCompare(b.lower, 'en'));
  const imports = sorted
    .map(({ controller, lower }) => `import { ${controller} } from './${lower}.controller.ts';\n`)
    .join('');
  const list = sorted.map(({ controller }) => controller).join(', ');
  return `${header('//')}import type { Controller } from '@kb/runtime';
${imports}
/** The controllers that main runs. */
export const controllers: readonly Controller[] = [${list}];
`;
}

/** Folders are named only where they have something in them: tests are told of one that has not. */
function crdsFile({ paths, resources }: ProjectFile, sources: string): string {
  const folders = outputFolders(paths);
  const list = (folder: string, isUsed: boolean): string =>
    isUsed ? `[fileURLToPath(new URL('${posix.relative(sources, folder)}', import.meta.url))]` : '[]';
  const crds = list(
    folders.crd,
    resources.some(({ api }) => api),
  );
  const externalCrds = list(
    folders.externalCrd,
    resources.some(({ external }) => external),
  );
  const imports = `${crds}${externalCrds}` === '[][]' ? '' : "import { fileURLToPath } from 'node:url';\n\n";
  return `${header('//')}${imports}/** The project's own CRDs, for tests. */
export const crds: readonly string[] = ${crds};

/** Those of kinds that belong to other projects, for tests: \`kb create api --external-api\`. */
export const externalCrds: readonly string[] = ${externalCrds};
`;
}
