import { type Spoke, spoke } from '@kb/runtime/webhook';
import type { CronJob as Hub } from '@project/client/batch/v1';
import { type CronJob, cronJobs } from '@project/client/batch/v2';

type CronSchedule = CronJob['spec']['schedule'];

const fields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

const joined = (schedule: Partial<CronSchedule>): string => fields.map((field) => schedule[field] ?? '*').join(' ');

/** What is not made of five fields, such as `@daily`, cannot be said in v2. */
function split(schedule: string): CronSchedule {
  const parts = schedule.split(' ');
  if (parts.length !== fields.length) throw new Error('invalid schedule: not a standard 5-field schedule');
  return Object.fromEntries(fields.flatMap((field, at) => (parts[at] === '*' ? [] : [[field, parts[at]]])));
}

/** Converts CronJob of v2 to v1, the hub, and back. */
export const cronJobV2: Spoke<Hub> = spoke<Hub, CronJob, unknown>(cronJobs, {
  toHub: ({ spec, status }) => ({
    ...(spec && { spec: { ...spec, schedule: joined(spec.schedule ?? {}) } }),
    ...(status && { status }),
  }),
  fromHub: ({ spec, status }) => ({
    ...(spec && { spec: { ...spec, schedule: split(spec.schedule ?? '* * * * *') } }),
    ...(status && { status }),
  }),
});
