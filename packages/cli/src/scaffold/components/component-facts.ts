import { outputFolders, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { kindNames } from '../kind-names.ts';
import type { ComponentFacts } from './components.ts';

/** What the files of a project's components depend on. `isThere` tells whether the project has a file. */
export function componentFacts(
  { projectName, paths, resources }: Pick<ProjectFile, 'projectName' | 'paths' | 'resources'>,
  isThere: (file: string) => boolean,
): ComponentFacts {
  const inConfig = outputFolders(paths).webhook === `${paths.config}/webhook`;
  const willBe = inConfig && resources.some(hasAdmission);
  return {
    projectName,
    admission: willBe || isThere(`${paths.config}/webhook/manifests.yaml`),
    converted: convertedCrds(resources),
  };
}

/** Whether a kind has webhooks for admission. */
export function hasAdmission({ webhooks }: ProjectResource): boolean {
  return webhooks?.defaulting === true || webhooks?.validation === true;
}

/** The names of the CRDs whose versions a webhook converts. */
export function convertedCrds(resources: readonly ProjectResource[]): string[] {
  const converted = resources.filter(({ webhooks }) => webhooks?.conversion === true).map(kindNames);
  return [...new Set(converted.map(({ plural, group }) => `${plural}.${group}`))].toSorted();
}
