import type { Scenario } from './scenario.ts';
import { available, configMap, deployment, service, settle } from './steps.ts';

/** Services, service accounts and namespaces. */
export const serviceAndNamespaceScenarios: readonly Scenario[] = [
  {
    name: 'service',
    steps: [deployment(2), service({ ports: [{ name: 'web', port: 8080, targetPort: 'http' }] }), available(2), settle],
  },
  {
    name: 'service-with-unready-pods',
    steps: [
      deployment(1, { podAnnotations: { 'simulated-node/ready': 'false' } }),
      service({ ports: [{ port: 80 }] }),
      settle,
    ],
  },
  {
    name: 'headless-service',
    steps: [deployment(1), service({ clusterIP: 'None', ports: [{ port: 80 }] }), available(1), settle],
  },
  { name: 'service-without-pods', steps: [service({ ports: [{ port: 80 }] }), settle] },
  { name: 'service-account', steps: [settle, { delete: 'ServiceAccount', name: 'default' }, settle] },
  {
    name: 'namespace-held',
    steps: [
      configMap('held', { finalizers: ['example.com/held'] }),
      settle,
      { delete: 'Namespace', name: '$NAMESPACE' },
      // kube-controller-manager waits five seconds before it deletes the contents.
      { settle: true, quietMs: 7000 },
    ],
  },
  {
    name: 'namespace-deleted',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Namespace', name: '$NAMESPACE' },
      { untilGone: 'Namespace', name: '$NAMESPACE' },
    ],
  },
];
