import { operatorNamespace, type ProjectFile } from '@kb/codegen';

/** The namespace of samples: the one that the operator watches, if it watches a single one. */
export function sampleNamespace(project: Pick<ProjectFile, 'projectName' | 'namespace' | 'namespaced'>): string {
  return project.namespaced === true ? operatorNamespace(project) : 'default';
}

/**
 * Limits the permissions of a source's markers to the namespace of the operator, if it watches a single one and the
 * kind has a namespace.
 */
export function withLimitedMarkers(
  source: string,
  project: Pick<ProjectFile, 'projectName' | 'namespace' | 'namespaced'>,
  namespaced: boolean,
): string {
  if (project.namespaced !== true || !namespaced) return source;
  return source.replaceAll(
    /^(\/\/ \+kubebuilder:rbac:groups=[^,\n]*)(?=,resources=)/gm,
    `$1,namespace=${operatorNamespace(project)}`,
  );
}
