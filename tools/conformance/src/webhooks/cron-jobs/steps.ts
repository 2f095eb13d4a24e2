import type { Exercise, Step } from '../shared/exercise.ts';

const jobTemplate = {
  spec: {
    template: { spec: { containers: [{ name: 'hello', image: 'busybox' }], restartPolicy: 'OnFailure' } },
  },
};
const cronJob = (version: 'v1' | 'v2', name: string, spec: object): object => ({
  apiVersion: `batch.tutorial.kubebuilder.io/${version}`,
  kind: 'CronJob',
  metadata: { name },
  spec: { jobTemplate, ...spec },
});
const MERGE_PATCH = 'application/merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/**
 * What a user does with CronJobs of both versions: all that reaches one of the webhooks, and what they refuse. Field
 * managers have names in the order of their writes, so that their order is the same within a second and after it.
 */
const steps: readonly Step[] = [
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'a', { schedule: '*/5 * * * *' }) },
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'bad', { schedule: '* *' }) },
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'x'.repeat(60), { schedule: '*' }) },
  {
    method: 'POST',
    path: 'v2/cronjobs?fieldManager=m',
    body: cronJob('v2', 'b', { schedule: { minute: '1', dayOfWeek: '2' }, concurrencyPolicy: 'Forbid' }),
  },
  { method: 'GET', path: 'v2/cronjobs/a' },
  { method: 'GET', path: 'v1/cronjobs/b' },
  { method: 'PATCH', path: 'v1/cronjobs/a', type: MERGE_PATCH, body: { spec: { suspend: true } } },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/a?fieldManager=d',
    type: MERGE_PATCH,
    body: { spec: { schedule: { minute: '7' } } },
  },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/a?fieldManager=d',
    type: MERGE_PATCH,
    body: { spec: { schedule: { minute: '7 8' } } },
  },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/c?fieldManager=applier&force=true',
    type: APPLY_PATCH,
    body: cronJob('v2', 'c', { schedule: { hour: '3' } }),
  },
  {
    method: 'PATCH',
    path: 'v1/cronjobs/c?fieldManager=applier&force=true',
    type: APPLY_PATCH,
    body: cronJob('v1', 'c', { schedule: '1 2 3 4 5', suspend: true }),
  },
  {
    method: 'PATCH',
    path: 'v1/cronjobs/a/status?fieldManager=e',
    type: MERGE_PATCH,
    body: { status: { lastScheduleTime: '2026-01-01T00:00:00Z' } },
  },
  { method: 'GET', path: 'v2/cronjobs' },
  { method: 'POST', path: 'v1/cronjobs?dryRun=All', body: cronJob('v1', 'd', { schedule: '1 1 1 1 1' }) },
  { method: 'DELETE', path: 'v1/cronjobs/a' },
  { method: 'DELETE', path: 'v2/cronjobs/b', body: { propagationPolicy: 'Foreground', gracePeriodSeconds: 0 } },
  { method: 'DELETE', path: 'v2/cronjobs' },
];

/** What a user does with CronJobs. */
export const cronJobExercise: Exercise = {
  steps,
  pathOf: (path, namespace) =>
    `/apis/batch.tutorial.kubebuilder.io/${path.slice(0, 2)}/namespaces/${namespace}/${path.slice(3)}`,
  lists: ['v1/cronjobs', 'v2/cronjobs'],
};
