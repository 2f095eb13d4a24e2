import { formatProjectFile, PROJECT_FILE_NAME, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { kindNames } from '../kind-names.ts';
import { indexList } from '../lists/line-lists.ts';
import { projectFiles } from '../project-template.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';
import { externalKindFiles } from '../templates/external-kind.ts';
import { kindFiles } from '../templates/kind.ts';
import { registryFiles } from '../templates/registries.ts';

/** What a scaffold depends on, and PROJECT does not say. */
export interface ScaffoldFacts {
  /** The version of kb that the project depends on. */
  readonly kbVersion: string;
  /** Whether a kind of another project has a namespace, which its CRD says. Default: every kind has one. */
  readonly isNamespaced?: (resource: ProjectResource) => boolean;
}

/**
 * Returns every file that the commands write for a project which has these kinds, by its path, except those that `kb
 * generate` writes. `npm run freeze-scaffold` keeps this function of each version in `packages/cli/scaffolds`.
 */
export function renderScaffold(project: ProjectFile, facts: ScaffoldFacts): Record<string, string> {
  const { projectName, domain, repo, resources } = project;
  const files: ScaffoldFile[] = [
    ...projectFiles({ projectName, domain, repo, kbVersion: facts.kbVersion }),
    ...registryFiles(project),
    ...resources.flatMap((resource) => filesOf(project, resource, facts)),
    { path: PROJECT_FILE_NAME, content: formatProjectFile(project) },
  ];
  const rendered: Record<string, string> = {};
  // Several kinds name a file that they share: the first one's is written, and kept.
  for (const { path, content } of files) rendered[path] ??= content;
  for (const resource of resources) {
    if (resource.api === undefined) continue;
    const { path, content } = indexList(project, kindNames(resource));
    rendered[path] = (rendered[path] ?? '') + content;
  }
  return rendered;
}

function filesOf(project: ProjectFile, resource: ProjectResource, { isNamespaced }: ScaffoldFacts): ScaffoldFile[] {
  const names = kindNames(resource);
  const controller = resource.controller ?? false;
  if (resource.api !== undefined)
    return kindFiles(project, names, { namespaced: resource.api.namespaced ?? false, controller });
  if (resource.external !== true || !controller) return [];
  return externalKindFiles(project, names, isNamespaced?.(resource) ?? true);
}
