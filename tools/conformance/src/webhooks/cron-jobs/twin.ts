import {
  defineResource,
  type FieldError,
  fieldInvalid,
  invalid,
  type KubernetesObject,
  type Status,
} from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { createWebhookServer, hubSpokeConverter, spoke, webhookFor } from '@kb/runtime/webhook';
import type { Backend } from '../shared/recording-proxy.ts';

/** The fields of both versions of the CronJob that its webhooks do not change. */
interface CommonSpec {
  concurrencyPolicy?: string;
  suspend?: boolean;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

interface CronJob extends KubernetesObject {
  spec: CommonSpec & { schedule: string };
}

interface Schedule {
  minute?: string;
  hour?: string;
  dayOfMonth?: string;
  month?: string;
  dayOfWeek?: string;
}

interface CronJobV2 extends KubernetesObject {
  spec: CommonSpec & { schedule: Schedule };
}

const names = {
  group: 'batch.tutorial.kubebuilder.io',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
} as const;
const cronJobs = defineResource<CronJob>({ ...names, version: 'v1' });
const cronJobsV2 = defineResource<CronJobV2>({ ...names, version: 'v2' });

const parts = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

const joined = (schedule: Schedule): string => parts.map((part) => schedule[part] ?? '*').join(' ');
const split = (schedule: string): Schedule => {
  const values = schedule.split(' ');
  if (values.length !== parts.length) throw new Error('invalid schedule: not a standard 5-field schedule');
  return Object.fromEntries(parts.map((part, index) => [part, values[index]]).filter(([, value]) => value !== '*'));
};

interface Validated {
  readonly metadata: { readonly name?: string | undefined };
  readonly spec: { readonly schedule: string };
}

function validate({ metadata, spec }: Validated): Status | undefined {
  const { name = '' } = metadata;
  const errors: FieldError[] = [];
  if (name.length > 52) errors.push(fieldInvalid('metadata.name', name, 'must be no more than 52 characters'));
  if (spec.schedule.split(/\s+/).filter((part) => part !== '').length !== 5)
    errors.push(fieldInvalid('spec.schedule', spec.schedule, 'expected exactly 5 fields'));
  return errors.length === 0 ? undefined : invalid(cronJobs, name, errors);
}

/** The same webhooks as those of tools/controller-runtime/webhooks, with our runtime. */
export function twinWebhooks(): Backend {
  const webhooks = webhookFor(cronJobs)
    .defaults(({ spec, ...job }) => ({
      ...job,
      spec: {
        ...spec,
        concurrencyPolicy: spec.concurrencyPolicy ?? 'Allow',
        suspend: spec.suspend ?? false,
        successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
        failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
      },
    }))
    .validates({
      create: validate,
      update: validate,
      delete: (_, { warn }) => warn('its jobs stay'),
    })
    .converts(
      hubSpokeConverter(cronJobs, [
        spoke(cronJobsV2, {
          toHub: ({ spec, ...job }) => ({
            ...job,
            ...(spec && { spec: { ...spec, schedule: joined(spec.schedule ?? {}) } }),
          }),
          fromHub: ({ spec, ...job }) => ({
            ...job,
            ...(spec && { spec: { ...spec, schedule: split(spec.schedule ?? '* * * * *') } }),
          }),
        }),
      ]),
    );
  const { transport } = createWebhookServer({ clock: systemClock, webhooks: [webhooks] });
  return (request) => transport.send(request);
}
