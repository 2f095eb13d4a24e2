import type { ProjectFile } from '@kb/codegen';

/** The namespace that a project's operator is deployed to. */
export function operatorNamespace({ projectName }: Pick<ProjectFile, 'projectName'>): string {
  return `${projectName}-system`;
}

/** The namespace of samples: the one that the operator watches, if it watches a single one. */
export function sampleNamespace(project: Pick<ProjectFile, 'projectName' | 'namespaced'>): string {
  return project.namespaced === true ? operatorNamespace(project) : 'default';
}

/**
 * Limits the permissions of a source's markers to the namespace of the operator, if it watches a single one and the
 * kind has a namespace.
 */
export function withLimitedMarkers(
  source: string,
  project: Pick<ProjectFile, 'projectName' | 'namespaced'>,
  namespaced: boolean,
): string {
  if (project.namespaced !== true || !namespaced) return source;
  return source.replaceAll(
    /^(\/\/ \+kubebuilder:rbac:groups=[^,\n]*)(?=,resources=)/gm,
    `$1,namespace=${operatorNamespace(project)}`,
  );
}
