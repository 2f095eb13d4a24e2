import { compareVersions } from '@kb/apimachinery/server';
import { controllersOfResource, pluralOf, type ProjectFile, type ProjectResource } from '@kb/codegen';
import type { CustomResourceDefinition } from '@kb/import';
import { withController } from '../scaffold/new-controller.ts';

/**
 * Returns the resources in PROJECT of a kind that belongs to another project, one for each imported version. They have
 * kubebuilder's form, without the Go module, because the types are in the project. The preferred version comes first.
 * `there` are the existing ones, whose other fields are kept. With `controller`, the requested version, or the first,
 * has a controller.
 */
export function externalResources(
  { spec: { group, names, versions } }: CustomResourceDefinition,
  there: readonly ProjectResource[],
  project: ProjectFile,
  {
    version: asked,
    controller = false,
  }: { readonly version?: string | undefined; readonly controller?: boolean | undefined },
): ProjectResource[] {
  const [label = '', ...domain] = group.split('.');
  const sorted = versions.map(({ name }) => name).sort(compareVersions);
  const controlled = there.flatMap((one) => (controllersOfResource(one).length > 0 ? [one.version] : []));
  // A controller is kept even if its version is no longer served.
  const needsOne = controlled.length === 0 ? controller : !controlled.some((version) => sorted.includes(version));
  const controlledNow = needsOne ? (asked ?? sorted[0]) : undefined;
  return sorted.map((version) => {
    const before = there.find((resource) => resource.version === version);
    const resource: ProjectResource = {
      ...before,
      domain: domain.join('.'),
      external: true,
      group: label,
      kind: names.kind,
      path: `@${project.projectName}/api/${group}/${version}`,
      ...(pluralOf(names.kind) !== names.plural && { plural: names.plural }),
      version,
    };
    return version === controlledNow ? { ...resource, ...controllersOf(project, resource, there) } : resource;
  });
}

/** The controllers of the versions that are there, or a new one. */
function controllersOf(
  project: ProjectFile,
  resource: ProjectResource,
  there: readonly ProjectResource[],
): Pick<ProjectResource, 'controller' | 'controllers'> {
  const before = there.find((one) => controllersOfResource(one).length > 0);
  if (before === undefined) return withController(project, resource, undefined) ?? {};
  const { controller, controllers } = before;
  return { ...(controller !== undefined && { controller }), ...(controllers !== undefined && { controllers }) };
}

/** Replaces the resources of a kind in a project; new ones are last. */
export function withResources(
  all: readonly ProjectResource[],
  there: readonly ProjectResource[],
  resources: readonly ProjectResource[],
): ProjectResource[] {
  return [
    ...all.flatMap((resource) =>
      there.includes(resource) ? resources.filter(({ version }) => version === resource.version) : [resource],
    ),
    ...resources.filter(({ version }) => !there.some((resource) => resource.version === version)),
  ];
}
