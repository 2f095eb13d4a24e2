import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import type { ManifestFacts } from './manifests.ts';

/** `config/manager`: the operator's namespace and its Deployment. */
export function managerFiles(facts: ManifestFacts): ScaffoldFile[] {
  return [
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
    { path: 'config/manager/manager.yaml', content: managerManifest(facts) },
  ];
}

/** The namespaces that the operator watches. */
const WATCH_NAMESPACE = `
            env:
            # The namespaces that the operator watches, separated by commas: its own.
            - name: WATCH_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace`;

function managerManifest({ projectName, namespaced = false }: ManifestFacts): string {
  const env = namespaced ? WATCH_NAMESPACE : '';
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
            name: manager${env}
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
