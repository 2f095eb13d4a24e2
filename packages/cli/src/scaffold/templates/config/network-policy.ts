import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** Who reaches the operator's Pods, once `config/default` names the folder. The kubelet's probes always do. */
export function networkPolicyFiles(projectName: string): ScaffoldFile[] {
  return [
    {
      path: 'config/network-policy/kustomization.yaml',
      content: text(`
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        resources:
        - allow-metrics-traffic.yaml
        - allow-webhook-traffic.yaml
      `),
    },
    policy(projectName, {
      name: 'allow-metrics-traffic',
      comment: 'Metrics are read from namespaces that have the label "metrics: enabled", such as that of Prometheus.',
      from: `
            - from:
              - namespaceSelector:
                  matchLabels:
                    metrics: enabled
              ports:
              - port: 8443
                protocol: TCP`,
    }),
    policy(projectName, {
      name: 'allow-webhook-traffic',
      comment: 'Webhooks are called by the API server, which is no Pod that could be selected: from everywhere.',
      from: `
            - ports:
              - port: 9443
                protocol: TCP`,
    }),
  ];
}

function policy(
  projectName: string,
  { name, comment, from }: { readonly name: string; readonly comment: string; readonly from: string },
): ScaffoldFile {
  return {
    path: `config/network-policy/${name}.yaml`,
    content: text(`
        # ${comment}
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata:
          labels:
            app.kubernetes.io/name: ${projectName}
            app.kubernetes.io/managed-by: kustomize
          name: ${name}
          namespace: system
        spec:
          podSelector:
            matchLabels:
              control-plane: controller-manager
              app.kubernetes.io/name: ${projectName}
          policyTypes:
          - Ingress
          ingress:${from}
      `),
  };
}
