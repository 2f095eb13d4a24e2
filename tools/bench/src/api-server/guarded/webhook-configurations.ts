import { matched } from './admission-policies.ts';
import { MUTATE_PATH, VALIDATE_PATH, type WebhookAddress } from './webhook-address.ts';

/** A mutating and a validating webhook: the collection of each configuration, and the configuration. */
export function webhookConfigurations({
  origin,
  caBundle,
}: WebhookAddress): readonly (readonly [collection: string, object: object])[] {
  return [
    ['mutatingwebhookconfigurations', configurationOf('MutatingWebhookConfiguration', 'mutate', MUTATE_PATH)],
    ['validatingwebhookconfigurations', configurationOf('ValidatingWebhookConfiguration', 'validate', VALIDATE_PATH)],
  ];

  function configurationOf(kind: string, name: string, path: string): object {
    return {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name },
      webhooks: [
        {
          name: `${name}.bench.example.com`,
          clientConfig: { url: `${origin}${path}`, caBundle },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          rules: matched.map((rule) => ({ ...rule, operations: ['CREATE', 'UPDATE'], scope: 'Namespaced' })),
        },
      ],
    };
  }
}
