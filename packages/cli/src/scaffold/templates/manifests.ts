import type { ProjectFacts } from '../project-template.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { networkPolicyFiles } from './network-policy.ts';

/** The manifests of a project, laid out as kubebuilder lays them out, without any kind. */
export function manifestFiles({ projectName }: Pick<ProjectFacts, 'projectName'>): ScaffoldFile[] {
  const labels = `
            app.kubernetes.io/name: ${projectName}
            app.kubernetes.io/managed-by: kustomize`;
  return [
    {
      path: 'config/default/kustomization.yaml',
      content: text(`
        # What is deployed: everything, in a namespace of its own, under names of its own.
        namespace: ${projectName}-system
        namePrefix: ${projectName}-
        resources:
        - ../crd
        - ../rbac
        - ../manager
        - metrics_service.yaml
        # Restricts who reaches the operator's Pods, where the cluster's network plugin enforces network policies.
        #- ../network-policy
        patches:
        # Serves the metrics, over HTTPS, to who may read them.
        - path: manager_metrics_patch.yaml
          target:
            kind: Deployment
      `),
    },
    {
      path: 'config/default/manager_metrics_patch.yaml',
      content: text(`
        - op: add
          path: /spec/template/spec/containers/0/args/0
          value: --metrics-bind-address=:8443
      `),
    },
    { path: 'config/default/metrics_service.yaml', content: metricsService(projectName) },
    {
      path: 'config/manager/kustomization.yaml',
      content: text(`
        resources:
        - manager.yaml
        images:
        - name: controller
          newName: controller
          newTag: latest
      `),
    },
    { path: 'config/manager/manager.yaml', content: managerManifest(projectName) },
    ...networkPolicyFiles(projectName),
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
    binding('ClusterRole', 'config/rbac/role_binding.yaml', 'manager', labels),
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

function metricsService(projectName: string): string {
  return text(`
    apiVersion: v1
    kind: Service
    metadata:
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
      name: controller-manager-metrics-service
      namespace: system
    spec:
      ports:
      - name: https
        port: 8443
        protocol: TCP
        targetPort: 8443
      selector:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
  `);
}

function managerManifest(projectName: string): string {
  return text(`
    apiVersion: v1
    kind: Namespace
    metadata:
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
        # The API server refuses Pods in this namespace that may do more than the operator needs.
        pod-security.kubernetes.io/enforce: restricted
        pod-security.kubernetes.io/warn: restricted
      name: system
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: controller-manager
      namespace: system
      labels:
        control-plane: controller-manager
        app.kubernetes.io/name: ${projectName}
        app.kubernetes.io/managed-by: kustomize
    spec:
      selector:
        matchLabels:
          control-plane: controller-manager
          app.kubernetes.io/name: ${projectName}
      # With more, the others wait for the lease of the one that works.
      replicas: 1
      template:
        metadata:
          annotations:
            kubectl.kubernetes.io/default-container: manager
          labels:
            control-plane: controller-manager
            app.kubernetes.io/name: ${projectName}
        spec:
          securityContext:
            runAsNonRoot: true
            seccompProfile:
              type: RuntimeDefault
          containers:
          - args:
            - --leader-elect
            - --health-probe-bind-address=:8081
            image: controller:latest
            name: manager
            ports:
            - containerPort: 8081
              name: health
              protocol: TCP
            securityContext:
              readOnlyRootFilesystem: true
              allowPrivilegeEscalation: false
              capabilities:
                drop:
                - "ALL"
            livenessProbe:
              httpGet:
                path: /healthz
                port: 8081
              initialDelaySeconds: 15
              periodSeconds: 20
            readinessProbe:
              httpGet:
                path: /readyz
                port: 8081
              initialDelaySeconds: 5
              periodSeconds: 10
            resources:
              limits:
                cpu: 500m
                memory: 256Mi
              requests:
                cpu: 10m
                memory: 96Mi
            volumeMounts: []
          volumes: []
          serviceAccountName: controller-manager
          # More than the 30 seconds that the manager gives running reconciles, so that it can also give the lease away.
          terminationGracePeriodSeconds: 40
  `);
}
