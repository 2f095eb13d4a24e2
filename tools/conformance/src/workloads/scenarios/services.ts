import type { Scenario } from './scenario.ts';
import { available, deployment, service, settle } from './steps.ts';

/** Services and their Pods. */
export const serviceScenarios: readonly Scenario[] = [
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
];
