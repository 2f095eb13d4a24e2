import { cronJobDefinition } from '../cron-jobs/manifests.ts';
import { clientConfigAt, type NamedObject, type WebhookPlace } from '../shared/scenario.ts';

interface Called {
  readonly name: string;
  readonly path: string;
  readonly rule: {
    readonly apiGroups: readonly string[];
    readonly operations: readonly string[];
    readonly resources: readonly string[];
  };
}

/** The webhooks of the Go program that change objects, and those that only look at them. */
const mutating: readonly Called[] = [
  {
    name: 'configmaps.builder.example.com',
    path: '/defaults/config-maps',
    rule: { apiGroups: [''], operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['configmaps'] },
  },
  {
    name: 'deployments.builder.example.com',
    path: '/mutate-apps-v1-deployment',
    rule: { apiGroups: ['apps'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] },
  },
  {
    name: 'scales.builder.example.com',
    path: '/handlers/scales',
    rule: { apiGroups: ['apps'], operations: ['UPDATE'], resources: ['deployments/scale'] },
  },
  {
    name: 'secrets.builder.example.com',
    path: '/handlers/secrets',
    rule: { apiGroups: [''], operations: ['*'], resources: ['secrets'] },
  },
];
const validating: readonly Called[] = [
  {
    name: 'configmaps.builder.example.com',
    path: '/checks/config-maps',
    rule: { apiGroups: [''], operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['configmaps'] },
  },
  {
    name: 'deployments.builder.example.com',
    path: '/validate-apps-v1-deployment',
    rule: { apiGroups: ['apps'], operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['deployments'] },
  },
];

/** The definition and the configurations. Only namespaces of the scenario are concerned. */
export const builderObjects = (place: WebhookPlace): readonly NamedObject[] => [
  cronJobDefinition(place, 'builder.example.com'),
  configuration('Mutating', mutating, place),
  configuration('Validating', validating, place),
];

function configuration(kind: 'Mutating' | 'Validating', webhooks: readonly Called[], place: WebhookPlace): NamedObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: `builder-${kind.toLowerCase()}` },
    webhooks: webhooks.map(({ name, path, rule }) => ({
      name,
      admissionReviewVersions: ['v1'],
      clientConfig: clientConfigAt(place, path),
      failurePolicy: 'Fail',
      namespaceSelector: { matchLabels: { 'webhook-scenario': 'builder' } },
      rules: [{ ...rule, apiVersions: ['v1'] }],
      sideEffects: 'None',
    })),
  };
}
