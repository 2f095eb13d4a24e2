import type { JsonObject } from '@kb/apimachinery';

/** A role that exists in every cluster. */
export interface DefaultRole {
  readonly name: string;
  /** Absent: a ClusterRole. */
  readonly namespace?: string;
  /**
   * Each as text: `VERBS GROUPS RESOURCES`, `VERBS GROUPS RESOURCES NAMES` or `VERBS PATHS`, with commas between values
   * and `""` for the core group.
   */
  readonly rules?: readonly string[];
  /** The aggregated ClusterRole that this one is part of. */
  readonly joins?: string;
  /** Whether the rules are those of the ClusterRoles that join this one; a controller collects them. */
  readonly gathers?: true;
}

/** A binding that exists in every cluster. */
export interface DefaultBinding {
  readonly name: string;
  /** Absent: a ClusterRoleBinding. */
  readonly namespace?: string;
  /** Default: the role with the name of the binding. */
  readonly role?: string;
  /** `User NAME`, `Group NAME` or `ServiceAccount NAME` (of the namespace `kube-system`). */
  readonly subjects: readonly string[];
}

/** A default role or binding as an object, without what every stored object has. Fields are in their order. */
export interface DefaultContent {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string | undefined;
    readonly labels: Record<string, string>;
    readonly annotations: Record<string, string>;
  };
  readonly [field: string]: unknown;
}

const AGGREGATE = 'rbac.authorization.k8s.io/aggregate-to-';
const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The object of a default role. */
export function roleObject({ name, namespace, rules, joins, gathers }: DefaultRole): DefaultContent {
  const label = `${AGGREGATE}${name}`;
  return {
    metadata: metadataOf(name, namespace, joins === undefined ? {} : { [`${AGGREGATE}${joins}`]: 'true' }),
    rules: rules ? rules.map(ruleObject) : null,
    ...(gathers && { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] } }),
  };
}

/** The object of a default binding. */
export function bindingObject({ name, namespace, role = name, subjects }: DefaultBinding): DefaultContent {
  return {
    metadata: metadataOf(name, namespace, {}),
    ...(subjects.length > 0 && { subjects: subjects.map(subjectObject) }),
    roleRef: { apiGroup: RBAC_GROUP, kind: namespace === undefined ? 'ClusterRole' : 'Role', name: role },
  };
}

function metadataOf(
  name: string,
  namespace: string | undefined,
  labels: Record<string, string>,
): DefaultContent['metadata'] {
  return {
    name,
    namespace,
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  };
}

function ruleObject(text: string): JsonObject {
  const [verbs = [], second = [], resources, resourceNames] = text
    .split(' ')
    .map((part) => part.split(',').map((value) => (value === '""' ? '' : value)));
  if (!resources) return { verbs, nonResourceURLs: second };
  return { verbs, apiGroups: second, resources, ...(resourceNames && { resourceNames }) };
}

function subjectObject(text: string): JsonObject {
  const [kind = '', name = ''] = text.split(' ');
  return kind === 'ServiceAccount' ? { kind, name, namespace: 'kube-system' } : { kind, apiGroup: RBAC_GROUP, name };
}
