import type { ProjectFacts } from '../project-template.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';

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
      `),
    },
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
    {
      path: 'config/rbac/role_binding.yaml',
      content: text(`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata:
          labels:${labels}
          name: manager-rolebinding
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ClusterRole
          name: manager-role
        subjects:
        - kind: ServiceAccount
          name: controller-manager
          namespace: system
      `),
    },
  ];
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
      # One at a time: the controllers hold no lease yet.
      replicas: 1
      strategy:
        type: Recreate
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
          - image: controller:latest
            name: manager
            securityContext:
              readOnlyRootFilesystem: true
              allowPrivilegeEscalation: false
              capabilities:
                drop:
                - "ALL"
            resources:
              limits:
                cpu: 500m
                memory: 256Mi
              requests:
                cpu: 10m
                memory: 96Mi
          serviceAccountName: controller-manager
          terminationGracePeriodSeconds: 30
  `);
}
