import type { ProjectFile } from '@kb/codegen';
import { kindNames } from '../kind-names.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';

const header = (comment: string): string =>
  `${comment} Written by "kb create api" from PROJECT: lists every kind of the project.\n`;

/** The files that list what the project has: rendered whole from PROJECT, so that writing them again changes nothing. */
export function registryFiles(project: ProjectFile): ScaffoldFile[] {
  const { config, controller } = project.paths;
  const kinds = project.resources.filter(({ api }) => api).map(kindNames);
  const controllers = project.resources.filter((resource) => resource.controller).map(kindNames);
  const crds = [...new Set(kinds.map(({ crdFile }) => crdFile))].toSorted();
  const samples = kinds.map(({ sampleFile }) => sampleFile).toSorted();
  const rbac = [
    'service_account.yaml',
    ...(controllers.length > 0 ? [project.generate?.roleFile ?? 'role.yaml', 'role_binding.yaml'] : []),
  ];
  return [
    kustomization(
      `${config}/crd`,
      crds.map((file) => `bases/${file}`),
    ),
    kustomization(`${config}/samples`, samples),
    kustomization(`${config}/rbac`, rbac),
    { path: `${controller[0]}/src/controllers.ts`, content: controllersFile(controllers), whenThere: 'replace' },
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
