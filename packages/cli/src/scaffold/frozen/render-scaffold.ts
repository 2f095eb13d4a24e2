import { formatProjectFile, PROJECT_FILE_NAME, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { addOnsOf } from '../plugins/add-ons.ts';
import { chartOptions } from '../plugins/chart-record.ts';
import { componentFacts, convertedCrds } from '../components/component-facts.ts';
import type { ConfigComponent } from '../components/components.ts';
import { deployImageOf } from '../plugins/deploy-image-record.ts';
import { type ControllerNames, kindNames, namesOfControllers } from '../kind-names.ts';
import { indexList } from '../lists/line-lists.ts';
import { projectFiles } from '../project-template.ts';
import { placeInConfig, type ScaffoldFile } from '../scaffold-file.ts';
import { crdKustomizeConfig } from '../templates/config/crd.ts';
import { kindFiles } from '../templates/kind.ts';
import { observedKind, observingControllerFiles } from '../templates/observing-controller.ts';
import { registryFiles } from '../templates/registries.ts';
import { renderWebhooks, type WebhookFacts } from './render-webhooks.ts';

/** What a scaffold depends on, and PROJECT does not say. */
export interface ScaffoldFacts extends WebhookFacts {
  /** The version of kb that the project depends on. */
  readonly kbVersion: string;
  /** Whether a kind of another project has a namespace, which its CRD says. Default: every kind has one. */
  readonly isNamespaced?: (resource: ProjectResource) => boolean;
  /** The registry that packages come from, if it is not npm's own. */
  readonly registry?: string | undefined;
  /** The parts that `config/default` deploys. Default: none. */
  readonly components?: readonly ConfigComponent[];
}

/**
 * Returns every file that the commands write for a project which has these kinds, by its path, except those that `kb
 * generate` writes. `npm run freeze-scaffold` keeps this function of each version in `packages/cli/scaffolds`.
 */
export function renderScaffold(project: ProjectFile, facts: ScaffoldFacts): Record<string, string> {
  const { projectName, domain, repo, resources } = project;
  const hasWebhooks = resources.some(({ webhooks }) => webhooks !== undefined);
  const { kbVersion, registry } = facts;
  const ofKinds = resources.flatMap((resource) => filesOf(project, resource, facts));
  const files: ScaffoldFile[] = [
    ...projectFiles({
      projectName,
      domain,
      repo,
      kbVersion,
      registry,
      chart: chartOptions(project),
      addOns: addOnsOf(project),
      hasWebhooks,
      namespaced: project.namespaced,
      namespace: project.namespace,
    }),
    ...registryFiles(project, (file) => ofKinds.some(({ path }) => path === file)),
    ...ofKinds,
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
  renderWebhooks(project, rendered, facts);
  if (convertedCrds(resources).length > 0) {
    const { path, content } = crdKustomizeConfig(project.paths.config);
    rendered[path] = content;
  }
  const ofComponents = componentFacts(project, (file) => file in rendered);
  for (const component of facts.components ?? []) {
    for (const { path, content } of component.files(ofComponents))
      rendered[placeInConfig(path, project.paths.config)] ??= content;
  }
  return rendered;
}

function filesOf(project: ProjectFile, resource: ProjectResource, facts: ScaffoldFacts): ScaffoldFile[] {
  const controllers = namesOfControllers(resource);
  if (resource.api === undefined) return observing(project, resource, controllers, facts);
  const [first, ...others] = controllers;
  return [
    ...kindFiles(project, kindNames(resource), {
      namespaced: resource.api.namespaced ?? false,
      controller: first !== undefined,
      deployImage: deployImageOf(project, resource),
    }),
    ...observing(project, resource, others, facts),
  ];
}

function observing(
  project: ProjectFile,
  resource: ProjectResource,
  controllers: readonly ControllerNames[],
  { isNamespaced = () => true, findBuiltIn = () => undefined }: ScaffoldFacts,
): ScaffoldFile[] {
  const kind = observedKind(project, resource, { isNamespaced, findBuiltIn });
  return controllers.flatMap((names) => observingControllerFiles(project, kind, names));
}
