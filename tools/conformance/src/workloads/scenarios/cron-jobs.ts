import type { Scenario, Step } from './scenario.ts';
import { quiet } from './jobs.ts';
import { settle } from './steps.ts';

/** A time long ago, so that Jobs are due at once. */
const LONG_AGO = '2020-01-15T00:00:00Z';

/** Differences from the default CronJob, whose Jobs succeed. */
interface CronJobShape {
  readonly spec?: object;
  readonly image?: string;
  readonly template?: object;
  readonly job?: object;
}

const shapeOf = ({ spec, image = 'succeeds', template, job }: CronJobShape): object => ({
  schedule: '0 0 1 6 *',
  jobTemplate: {
    ...template,
    spec: {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: `example.com/${image}:1` }] } },
      ...job,
    },
  },
  ...spec,
});

/** Creates the CronJob `cron`: once a year. */
const cronJob = (shape: CronJobShape = {}): Step => ({
  create: { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'cron' }, spec: shapeOf(shape) },
});

const patchCron = (spec: object): Step => ({ patch: 'CronJob', name: 'cron', with: { spec } });

/** Makes a Job of the CronJob due at once. */
const due = (schedule: string = '0 0 1 6 *'): readonly Step[] => [
  patchCron({ suspend: true, schedule }),
  settle,
  {
    patch: 'CronJob',
    name: 'cron',
    subresource: 'status',
    with: { status: { lastScheduleTime: LONG_AGO } },
  },
  settle,
  patchCron({ suspend: false }),
];

const cronHas = (field: string, equals: unknown): Step => ({ until: 'CronJob', name: 'cron', field, equals });

/** Waits until the Job that is due was started, also if it has ended since. */
const started: Step = { until: 'CronJob', name: 'cron', field: 'status.lastScheduleTime', differs: LONG_AGO };

const job: { readonly startsWith: string } = { startsWith: 'cron-' };

/** Waits until the first Job has a condition at a place of its list. */
const jobIs = (type: string, place: number): Step => ({
  until: 'Job',
  name: job,
  field: `status.conditions.${place}.type`,
  equals: type,
});

/** The names of Jobs contain the minute, and CronJobs the times of their schedule. */
const varies: NonNullable<Scenario['varies']> = [
  { pattern: /(?<="resourceVersion":")\d+/, why: 'the reference to an active Job has its version' },
  { pattern: /(?<=cron-)\d{7,9}/, why: 'the name of a Job contains the minute of its time' },
  {
    pattern: /\d{4}-\d\d-\d\dT(?=\d\d:\d\d:\d\d[+-])/,
    why: 'the date of a time in a zone is that of the year of the test',
  },
];

const stories: readonly Scenario[] = [
  { name: 'cron', steps: [cronJob(), ...due(), jobIs('Complete', 1), quiet] },
  { name: 'cron-not-due', steps: [cronJob(), quiet] },
  { name: 'cron-every-minute', steps: [cronJob({ spec: { schedule: '* * * * *' } }), jobIs('Complete', 1), settle] },
  { name: 'cron-suspended', steps: [cronJob({ spec: { suspend: true, schedule: '* * * * *' } }), quiet] },
  {
    name: 'cron-many-missed',
    steps: [cronJob({ image: 'runs' }), ...due('0 0 * * *'), cronHas('status.active.0.kind', 'Job'), quiet],
  },
  {
    name: 'cron-deadline-passed',
    steps: [cronJob({ spec: { startingDeadlineSeconds: 30 } }), ...due(), quiet],
  },
  {
    name: 'cron-fails',
    steps: [cronJob({ image: 'fails', job: { backoffLimit: 0 } }), ...due(), jobIs('Failed', 1), quiet],
  },
  {
    name: 'cron-forbids',
    steps: [
      cronJob({ image: 'runs', spec: { concurrencyPolicy: 'Forbid' } }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      ...due('0 0 2 6 *'),
      quiet,
    ],
  },
  {
    name: 'cron-replaces',
    steps: [
      cronJob({ image: 'works', spec: { concurrencyPolicy: 'Replace' } }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      ...due('0 0 2 6 *'),
      quiet,
    ],
  },
  {
    name: 'cron-allows',
    steps: [
      cronJob({ image: 'runs' }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      ...due('0 0 2 6 *'),
      cronHas('status.active.1.kind', 'Job'),
      quiet,
    ],
  },
  {
    name: 'cron-started-already',
    steps: [cronJob({ image: 'runs' }), ...due(), cronHas('status.active.0.kind', 'Job'), ...due(), quiet],
  },
  {
    name: 'cron-without-history',
    steps: [
      cronJob({ spec: { successfulJobsHistoryLimit: 0 } }),
      ...due(),
      started,
      { untilGone: 'Job', name: job },
      quiet,
    ],
  },
  {
    name: 'cron-short-history',
    steps: [
      cronJob({ spec: { successfulJobsHistoryLimit: 1 } }),
      ...due(),
      jobIs('Complete', 1),
      quiet,
      ...due('0 0 2 6 *'),
      started,
      { settle: true, quietMs: 6000 },
    ],
  },
  {
    name: 'cron-history-of-failures',
    steps: [
      cronJob({ image: 'fails', job: { backoffLimit: 0 }, spec: { failedJobsHistoryLimit: 0 } }),
      ...due(),
      started,
      { untilGone: 'Job', name: job },
      quiet,
    ],
  },
  {
    name: 'cron-in-a-zone',
    steps: [
      cronJob({ image: 'runs', spec: { timeZone: 'Asia/Kolkata' } }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      quiet,
    ],
  },
  {
    name: 'cron-with-metadata',
    steps: [
      cronJob({ image: 'runs', template: { metadata: { labels: { l: '1' }, annotations: { a: '2' } } } }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      quiet,
    ],
  },
  {
    name: 'cron-job-deleted',
    steps: [
      cronJob({ image: 'runs' }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      quiet,
      { delete: 'Job', name: job, propagationPolicy: 'Background' },
      quiet,
    ],
  },
  {
    name: 'cron-unexpected-job',
    steps: [
      cronJob(),
      settle,
      {
        create: {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: {
            name: 'foreign',
            ownerReferences: [
              {
                apiVersion: 'batch/v1',
                kind: 'CronJob',
                name: 'cron',
                uid: 'uid of CronJob cron',
                controller: true,
                blockOwnerDeletion: true,
              },
            ],
          },
          spec: {
            suspend: true,
            template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'example.com/runs:1' }] } },
          },
        },
      },
      quiet,
    ],
  },
  {
    name: 'cron-deleted',
    steps: [
      cronJob({ image: 'runs' }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      quiet,
      { delete: 'CronJob', name: 'cron', propagationPolicy: 'Background' },
      quiet,
    ],
  },
  {
    name: 'cron-orphans',
    steps: [
      cronJob({ image: 'runs' }),
      ...due(),
      cronHas('status.active.0.kind', 'Job'),
      quiet,
      { delete: 'CronJob', name: 'cron', propagationPolicy: 'Orphan' },
      quiet,
    ],
  },
];

/** Jobs on a schedule. */
export const cronJobScenarios: readonly Scenario[] = stories.map((story) => ({ ...story, varies }));
