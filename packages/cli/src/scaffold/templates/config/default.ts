import { operatorNamespace } from '@kb/codegen';
import type { ProjectFacts } from '../../project-template.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** `config/default`: what is deployed. */
export function defaultFiles(facts: Pick<ProjectFacts, 'projectName' | 'namespace'>): ScaffoldFile[] {
  const { projectName } = facts;
  return [
    {
      path: 'config/default/kustomization.yaml',
      content: text(`
        # What is deployed: everything, in a namespace of its own, under names of its own.
        namespace: ${operatorNamespace(facts)}
        namePrefix: ${projectName}-
        resources:
        - ../crd
        - ../rbac
        - ../manager
        - metrics_service.yaml
        # Optional parts: "kb edit --with network-policy" adds one, and "kb edit --without network-policy" removes it.
        components: []
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
  ];
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
