import type { ProjectFile } from '@kb/codegen';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';
import type { ManifestFacts } from './manifests.ts';

/** `config/rbac`: the operator's account and its roles, except for those that are generated. */
export function rbacFiles({ projectName, namespaced = false }: ManifestFacts): ScaffoldFile[] {
  const labels = labelLines(projectName);
  return [
    {
      path: 'config/rbac/service_account.yaml',
      content: text(`
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          labels:${labels}
          name: controller-manager
          namespace: system
      `),
    },
    binding(namespaced ? 'Role' : 'ClusterRole', 'config/rbac/role_binding.yaml', 'manager', labels),
    {
      path: 'config/rbac/leader_election_role.yaml',
      content: text(`
        # The Lease by which replicas agree on the one that works, and Events about it.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          labels:${labels}
          name: leader-election-role
        rules:
        - apiGroups:
          - coordination.k8s.io
          resources:
          - leases
          verbs:
          - get
          - list
          - watch
          - create
          - update
          - patch
          - delete
        - apiGroups:
          - ""
          - events.k8s.io
          resources:
          - events
          verbs:
          - create
          - patch
      `),
    },
    binding('Role', 'config/rbac/leader_election_role_binding.yaml', 'leader-election', labels),
    {
      path: 'config/rbac/metrics_auth_role.yaml',
      content: text(`
        # For asking the API server who reads the metrics, and whether they may.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          labels:${labels}
          name: metrics-auth-role
        rules:
        - apiGroups:
          - authentication.k8s.io
          resources:
          - tokenreviews
          verbs:
          - create
        - apiGroups:
          - authorization.k8s.io
          resources:
          - subjectaccessreviews
          verbs:
          - create
      `),
    },
    binding('ClusterRole', 'config/rbac/metrics_auth_role_binding.yaml', 'metrics-auth', labels),
    {
      path: 'config/rbac/metrics_reader_role.yaml',
      content: text(`
        # To be bound to who reads the metrics, such as Prometheus.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata:
          labels:${labels}
          name: metrics-reader
        rules:
        - nonResourceURLs:
          - "/metrics"
          verbs:
          - get
      `),
    },
  ];
}

/** The file that {@link clusterRoleBindingFile} returns, in the folder of roles. */
export const CLUSTER_ROLE_BINDING = 'cluster_role_binding.yaml';

/** Gives the manager of single namespaces what it may do with kinds that have no namespace. */
export function clusterRoleBindingFile({
  projectName,
  paths: { config },
}: Pick<ProjectFile, 'projectName' | 'paths'>): ScaffoldFile {
  const path = `${config}/rbac/${CLUSTER_ROLE_BINDING}`;
  return { ...binding('ClusterRole', path, 'manager', labelLines(projectName)), whenThere: 'keep' };
}

/** Gives the manager's account the role `<name>-role`. */
function binding(kind: 'Role' | 'ClusterRole', path: string, name: string, labels: string): ScaffoldFile {
  return {
    path,
    content: text(`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ${kind}Binding
        metadata:
          labels:${labels}
          name: ${name}-rolebinding
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ${kind}
          name: ${name}-role
        subjects:
        - kind: ServiceAccount
          name: controller-manager
          namespace: system
      `),
  };
}
