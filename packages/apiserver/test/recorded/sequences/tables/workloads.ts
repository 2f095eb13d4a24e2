import type { Area, RequestStep } from '../../sequence.ts';
import { del, mergePatch, sequence } from '../../steps.ts';
import { inNamespace, row, table, tableOfOne } from './rows.ts';

const apps = (plural: string): string => inNamespace(plural, 'apps/v1');
const jobs = inNamespace('jobs', 'batch/v1');
const cronJobs = inNamespace('cronjobs', 'batch/v1');
const NEVER = '2099-01-01T00:00:00Z';

const template = (more: object = {}): object => ({
  metadata: { labels: { app: 'x' } },
  spec: {
    initContainers: [{ name: 'i', image: 'init' }],
    containers: [
      { name: 'a', image: 'one' },
      { name: 'b', image: 'two:v1' },
    ],
    ...more,
  },
});
const selector = (...matchExpressions: object[]): object => ({
  selector: { matchLabels: { app: 'x' }, ...(matchExpressions.length > 0 && { matchExpressions }) },
});
const MANY = [
  { key: 'tier', operator: 'In', values: ['b', 'a'] },
  { key: 'app', operator: 'Exists' },
  { key: 'zone', operator: 'DoesNotExist' },
  { key: 'env', operator: 'NotIn', values: ['dev'] },
];

const jobTemplate = { containers: [{ name: 'a', image: 'one' }], restartPolicy: 'Never' };
const job = (name: string, spec: object = {}, status?: object): RequestStep[] =>
  row(jobs, name, { spec: { template: { spec: jobTemplate }, ...spec } }, status);
const met = (type: string, status = 'True'): object => ({ type, status });
const terminalJob = (type: 'Complete' | 'Failed'): object => ({
  startTime: type === 'Complete' ? '2026-01-01T00:00:00Z' : NEVER,
  ...(type === 'Complete' && { completionTime: '2026-01-01T00:03:25Z', succeeded: 1 }),
  conditions: [met(type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'), met(type)],
});

const cronJob = (name: string, spec: object = {}, status?: object): RequestStep[] =>
  row(
    cronJobs,
    name,
    { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: { spec: jobTemplate } } }, ...spec } },
    status,
  );

/** Tables of the workload kinds. */
export const workloadTables: Area = {
  name: 'tables of workloads',
  sequences: [
    sequence(
      'table of deployments',
      ...row(apps('deployments'), 'none', { spec: { ...selector(), template: template(), replicas: 3 } }),
      ...row(
        apps('deployments'),
        'some',
        { spec: { ...selector(), template: template(), replicas: 3 } },
        { replicas: 3, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1 },
      ),
      ...row(apps('deployments'), 'zero', { spec: { ...selector(), template: template(), replicas: 0 } }),
      table(apps('deployments')),
      tableOfOne(apps('deployments'), 'some'),
    ),
    sequence(
      'selectors in tables',
      ...row(apps('replicasets'), 'many', {
        spec: {
          selector: { matchExpressions: MANY.slice(0, 2), matchLabels: { app: 'x' } },
          template: { ...template(), metadata: { labels: { app: 'x', tier: 'a' } } },
        },
      }),
      ...row(apps('replicasets'), 'negative', { spec: { ...selector(...MANY.slice(2)), template: template() } }),
      table(apps('replicasets')),
    ),
    sequence(
      'table of replica sets',
      ...row(apps('replicasets'), 'none', { spec: { ...selector(), template: template() } }),
      ...row(
        apps('replicasets'),
        'some',
        { spec: { ...selector(), template: template(), replicas: 4 } },
        { replicas: 3, readyReplicas: 2 },
      ),
      table(apps('replicasets')),
    ),
    sequence(
      'table of replication controllers',
      ...row(
        inNamespace('replicationcontrollers'),
        'some',
        {
          spec: {
            selector: { app: 'x', tier: 'y' },
            template: { ...template(), metadata: { labels: { app: 'x', tier: 'y' } } },
            replicas: 2,
          },
        },
        { replicas: 2, readyReplicas: 1 },
      ),
      table(inNamespace('replicationcontrollers')),
    ),
    sequence(
      'table of stateful sets',
      ...row(apps('statefulsets'), 'none', { spec: { ...selector(), serviceName: 's', template: template() } }),
      ...row(
        apps('statefulsets'),
        'some',
        { spec: { ...selector(), serviceName: 's', template: template(), replicas: 2 } },
        { replicas: 2, readyReplicas: 1 },
      ),
      table(apps('statefulsets')),
    ),
    sequence(
      'table of daemon sets',
      ...row(apps('daemonsets'), 'none', { spec: { ...selector(), template: template() } }),
      ...row(
        apps('daemonsets'),
        'some',
        { spec: { ...selector(), template: template({ nodeSelector: { zone: 'b', disk: 'ssd' } }) } },
        {
          desiredNumberScheduled: 5,
          currentNumberScheduled: 4,
          numberReady: 3,
          updatedNumberScheduled: 2,
          numberAvailable: 1,
          numberMisscheduled: 0,
        },
      ),
      table(apps('daemonsets')),
    ),
    sequence(
      'table of jobs',
      ...job('running'),
      ...job('suspended', { suspend: true }, { conditions: [met('Suspended')] }),
      ...job('complete', {}, terminalJob('Complete')),
      ...job('failed', {}, terminalJob('Failed')),
      ...job('failing', {}, { startTime: NEVER, conditions: [met('FailureTarget')] }),
      ...job('succeeding', {}, { startTime: NEVER, conditions: [met('SuccessCriteriaMet')] }),
      ...job('not-met', {}, { conditions: [met('Suspended', 'False')] }),
      ...job('completions', { completions: 4, parallelism: 2 }),
      ...job('work-queue', { parallelism: 3 }),
      ...job('one-worker', { parallelism: 1 }),
      ...row(jobs, 'terminating', {
        metadata: { finalizers: ['example.com/wait'] },
        spec: { template: { spec: jobTemplate } },
      }),
      del(`${jobs}/terminating?propagationPolicy=Background`, undefined, { quiet: true }),
      table(jobs),
    ),
    sequence(
      'table of cron jobs',
      ...cronJob('plain'),
      ...cronJob('zone', { timeZone: 'Europe/Vienna', suspend: true }),
      ...cronJob(
        'active',
        {},
        {
          active: [
            { kind: 'Job', name: 'a' },
            { kind: 'Job', name: 'b' },
          ],
        },
      ),
      ...cronJob('scheduled', {}, { lastScheduleTime: NEVER }),
      mergePatch(`${cronJobs}/plain`, { spec: { suspend: null } }, { quiet: true }),
      table(cronJobs),
    ),
    sequence(
      'table of controller revisions',
      ...row(apps('controllerrevisions'), 'plain', { revision: 3, data: { a: 1 } }),
      ...row(apps('controllerrevisions'), 'owned', {
        metadata: {
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u1', controller: true },
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: 'u2' },
          ],
        },
        revision: 4,
        data: { a: 1 },
      }),
      ...row(apps('controllerrevisions'), 'owned-by-core', {
        metadata: {
          ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'cm', uid: 'u', controller: true }],
        },
        revision: 5,
        data: { a: 1 },
      }),
      table(apps('controllerrevisions')),
    ),
    sequence(
      'table of pod templates',
      ...row(inNamespace('podtemplates'), 'plain', { template: template() }),
      ...row(inNamespace('podtemplates'), 'bare', {
        template: { spec: { containers: [{ name: 'a', image: 'one' }] } },
      }),
      table(inNamespace('podtemplates')),
    ),
  ],
};
