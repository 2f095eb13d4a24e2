import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';

/** `config/webhook`: the Service by which the API server calls webhooks, and the manager's port and certificate. */
export function webhookFiles({
  projectName,
  admission,
}: {
  readonly projectName: string;
  readonly admission: boolean;
}): ScaffoldFile[] {
  return [
    {
      path: 'config/webhook/kustomization.yaml',
      whenThere: 'keep',
      content: text(`
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        resources:${admission ? '\n        - manifests.yaml' : ''}
        - service.yaml
        patches:
        # The port of the manager, and the certificate that it serves.
        - target:
            kind: Deployment
            name: controller-manager
          patch: |-
            - op: add
              path: /spec/template/spec/containers/0/args/-
              value: --webhook-cert-path=/tmp/k8s-webhook-server/serving-certs
            - op: add
              path: /spec/template/spec/containers/0/args/-
              value: --webhook-bind-address=:9443
            - op: add
              path: /spec/template/spec/containers/0/volumeMounts/-
              value:
                mountPath: /tmp/k8s-webhook-server/serving-certs
                name: webhook-certs
                readOnly: true
            - op: add
              path: /spec/template/spec/containers/0/ports/-
              value:
                containerPort: 9443
                name: webhook-server
                protocol: TCP
            - op: add
              path: /spec/template/spec/volumes/-
              value:
                name: webhook-certs
                secret:
                  secretName: webhook-server-cert
      `),
    },
    {
      path: 'config/webhook/service.yaml',
      whenThere: 'keep',
      content: text(`
        apiVersion: v1
        kind: Service
        metadata:
          labels:${labelLines(projectName)}
          name: webhook-service
          namespace: system
        spec:
          ports:
          - port: 443
            protocol: TCP
            targetPort: 9443
          selector:
            control-plane: controller-manager
            app.kubernetes.io/name: ${projectName}
      `),
    },
  ];
}
