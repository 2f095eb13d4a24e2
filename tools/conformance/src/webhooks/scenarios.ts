import { builderObjects } from './builder/manifests.ts';
import { builderExercise } from './builder/steps.ts';
import { cronJobConfigurations, cronJobDefinition } from './cron-jobs/manifests.ts';
import { cronJobExercise } from './cron-jobs/steps.ts';
import { twinWebhooks } from './cron-jobs/twin.ts';
import type { Scenario } from './shared/scenario.ts';

/** The webhooks of kubebuilder's tutorial: defaulting, validating, and conversion between two versions. */
const cronJobs: Scenario = {
  name: 'cron-jobs',
  goPackage: 'webhooks',
  twin: twinWebhooks,
  objects: (place) => [cronJobDefinition(place), ...cronJobConfigurations(place)],
  probes: [
    {
      step: {
        method: 'POST',
        path: 'v1/cronjobs?dryRun=All',
        body: {
          apiVersion: 'batch.tutorial.kubebuilder.io/v1',
          kind: 'CronJob',
          metadata: { name: 'probe' },
          spec: { schedule: '', jobTemplate: {} },
        },
      },
      isCalled: (status) => status === 422,
    },
  ],
  exercise: cronJobExercise,
};

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'probe' }, type: 'denied' };
const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'probe' },
  data: { validator: 'refuse' },
};

/** The rest of controller-runtime's webhook builder, with objects of Kubernetes and a definition with a converter. */
const builder: Scenario = {
  name: 'builder',
  goPackage: 'webhook-builder',
  objects: builderObjects,
  probes: [
    {
      step: { method: 'POST', path: 'v1/secrets?dryRun=All', body: secret },
      isCalled: (status) => status === 403,
    },
    {
      step: { method: 'POST', path: 'v1/configmaps?dryRun=All', body: configMap },
      isCalled: (_, body) => body.includes('the validator refuses'),
    },
  ],
  exercise: builderExercise,
};

/** All that is done with webhooks. */
export const scenarios: readonly Scenario[] = [cronJobs, builder];
