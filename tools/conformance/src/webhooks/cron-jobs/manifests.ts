import { clientConfigAt, type NamedObject, type WebhookPlace } from '../shared/scenario.ts';

const GROUP = 'batch.tutorial.kubebuilder.io';
const common = {
  startingDeadlineSeconds: { type: 'integer', format: 'int64' },
  concurrencyPolicy: { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] },
  suspend: { type: 'boolean' },
  jobTemplate: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  successfulJobsHistoryLimit: { type: 'integer', format: 'int32', minimum: 0 },
  failedJobsHistoryLimit: { type: 'integer', format: 'int32', minimum: 0 },
};
const part = { type: 'string' };
const schedules = {
  v1: { type: 'string' },
  v2: { type: 'object', properties: { minute: part, hour: part, dayOfMonth: part, month: part, dayOfWeek: part } },
};

/** The definition of the tutorial's CronJob, or the same in another group, with its conversion webhook. */
export const cronJobDefinition = (place: WebhookPlace, group: string = GROUP): NamedObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `cronjobs.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'cronjobs', singular: 'cronjob', kind: 'CronJob', listKind: 'CronJobList' },
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: clientConfigAt(place, '/convert') },
    },
    versions: (['v1', 'v2'] as const).map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              required: ['jobTemplate', 'schedule'],
              properties: { ...common, schedule: schedules[name] },
            },
            status: { type: 'object', properties: { lastScheduleTime: { type: 'string', format: 'date-time' } } },
          },
        },
      },
    })),
  },
});

/** The webhook configurations that controller-gen makes from the tutorial's markers. */
export const cronJobConfigurations = (place: WebhookPlace): readonly NamedObject[] =>
  [
    { kind: 'Mutating', path: '/mutate-batch-tutorial-kubebuilder-io-v1-cronjob', operations: ['CREATE', 'UPDATE'] },
    {
      kind: 'Validating',
      path: '/validate-batch-tutorial-kubebuilder-io-v1-cronjob',
      operations: ['CREATE', 'UPDATE', 'DELETE'],
    },
  ].map(({ kind, path, operations }) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: `${kind.toLowerCase()}-webhook-configuration` },
    webhooks: [
      {
        name: `${kind.charAt(0).toLowerCase()}cronjob-v1.kb.io`,
        admissionReviewVersions: ['v1'],
        clientConfig: clientConfigAt(place, path),
        failurePolicy: 'Fail',
        rules: [{ apiGroups: [GROUP], apiVersions: ['v1'], operations, resources: ['cronjobs'] }],
        sideEffects: 'None',
      },
    ],
  }));
