import { about, bool, int, namedMarker, optional, string, strings } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';

/**
 * Markers of admission webhooks. Their values are checked where the manifest is built, because a patch can change them.
 */
export const webhookMarkers: readonly MarkerDefinition[] = [
  namedMarker(
    {
      name: 'kubebuilder:webhook',
      targets: ['folder'],
      repeatable: true,
      summary: 'An admission webhook that the operator serves at a path, or another server at a URL.',
      example:
        '+kubebuilder:webhook:path=/validate-batch-example-com-v1-appservice,mutating=false,failurePolicy=fail,sideEffects=None,groups=batch.example.com,resources=appservices,verbs=create;update,versions=v1,name=vappservice-v1.kb.io,admissionReviewVersions=v1',
    },
    {
      mutating: about(
        'true: the webhook may change objects, and is called before all that may only refuse them.',
        bool,
      ),
      failurePolicy: about('What happens when the webhook cannot be called: Fail or Ignore.', string),
      matchPolicy: about(
        'Whether it is called for other versions of the same resources too: Equivalent (the default) or Exact.',
        optional(string),
      ),
      sideEffects: about('None or NoneOnDryRun. Required, here or in the patch.', optional(string)),
      timeoutSeconds: about('How long the API server waits: 1 to 30.', optional(int)),
      groups: about('API groups, * for all. "" and core are the core group.', strings),
      resources: about('Plurals, with or without a subresource, * for all.', strings),
      verbs: about('create, update, delete and connect, or *.', strings),
      versions: about('API versions, * for all.', strings),
      name: about('A DNS name of at least three parts, unique for each webhook.', string),
      serviceName: about('The Service of the operator. Without it, webhook-service.', optional(string)),
      serviceNamespace: about('The namespace of the Service. Without it, system.', optional(string)),
      path: about('The path at which the operator serves it. Either this or url.', optional(string)),
      servicePort: about('The port of the Service. Without it, 443.', optional(int)),
      webhookVersions: about('Only v1 exists.', optional(strings)),
      admissionReviewVersions: about('The versions of AdmissionReview that it understands, the best first.', strings),
      reinvocationPolicy: about(
        'Whether a mutating webhook is called again when others change the object after it: Never or IfNeeded.',
        optional(string),
      ),
      url: about('The URL of a webhook outside the cluster: https://host/path.', optional(string)),
      patch: about(
        'A strategic merge patch of the webhook, as JSON: for selectors, conditions and everything else without an argument.',
        optional(string),
      ),
    },
    ({ webhookVersions = [], ...values }) => ({ on: 'webhook', webhook: { ...values, webhookVersions } }),
  ),
  namedMarker(
    {
      name: 'kubebuilder:webhookconfiguration',
      targets: ['folder'],
      repeatable: true,
      summary: 'The name of the MutatingWebhookConfiguration, or of the ValidatingWebhookConfiguration.',
      example: '+kubebuilder:webhookconfiguration:mutating=true,name=shop-mutating-webhooks',
    },
    {
      mutating: about('true: the MutatingWebhookConfiguration. false: the ValidatingWebhookConfiguration.', bool),
      name: about("The object's name.", optional(string)),
    },
    ({ mutating, name = '' }) => ({ on: 'webhookConfiguration', configuration: { mutating, name } }),
  ),
];
