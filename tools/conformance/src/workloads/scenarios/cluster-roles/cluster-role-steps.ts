import type { Step } from '../scenario.ts';

/** A rule that allows to read resources of a group. */
export const read = (resources: readonly string[], group = ''): object => ({
  apiGroups: [group],
  resources,
  verbs: ['get', 'list', 'watch'],
});

/** Creates a ClusterRole of the scenario. */
export const role = (name: string, labels: object, content: object): Step => ({
  create: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: `$NAMESPACE-${name}`, labels: { scenario: '$NAMESPACE', ...labels } },
    ...content,
  },
});

/** A selector of roles of the scenario. */
export const selector = (matchLabels: object, rest: object = {}): object => ({
  matchLabels: { scenario: '$NAMESPACE', ...matchLabels },
  ...rest,
});

/** Creates a ClusterRole that gathers the rules of others. */
export const gathering = (
  name: string,
  selectors: readonly object[],
  content: object = {},
  labels: object = {},
): Step => role(name, labels, { aggregationRule: { clusterRoleSelectors: selectors }, ...content });

/** Changes a ClusterRole of the scenario. */
export const patchRole = (name: string, change: object): Step => ({
  patch: 'ClusterRole',
  name: `$NAMESPACE-${name}`,
  with: change,
});

/** Deletes a ClusterRole of the scenario. */
export const deleteRole = (name: string): Step => ({ delete: 'ClusterRole', name: `$NAMESPACE-${name}` });
