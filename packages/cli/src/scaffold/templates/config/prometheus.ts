import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';

/** `config/prometheus`: tells Prometheus' operator where the metrics are. */
export function prometheusFiles(projectName: string): ScaffoldFile[] {
  return [
    {
      path: 'config/prometheus/kustomization.yaml',
      content: text(`
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        resources:
        - monitor.yaml
      `),
    },
    {
      path: 'config/prometheus/monitor.yaml',
      content: text(`
        # Prometheus needs a binding to the ClusterRole metrics-reader. Without the part metrics-certificate, the manager
        # makes its certificate itself, and nobody can verify it.
        apiVersion: monitoring.coreos.com/v1
        kind: ServiceMonitor
        metadata:
          labels:
            control-plane: controller-manager${labelLines(projectName)}
          name: controller-manager-metrics-monitor
          namespace: system
        spec:
          endpoints:
          - path: /metrics
            port: https
            scheme: https
            bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
            tlsConfig:
              insecureSkipVerify: true
          selector:
            matchLabels:
              control-plane: controller-manager
              app.kubernetes.io/name: ${projectName}
      `),
    },
  ];
}
