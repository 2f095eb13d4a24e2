import { nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { type Answer, createEach, PAUSE_MS, paths, startSimulation, templateOf, until } from './simulated-server.ts';

const counts = (field: string, expected: number) => (object: Answer) => object.status?.[field] === expected;

const deployment = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: templateOf(name) },
});

/** What the controllers of workloads do with many Pods, or with many objects. */
export const workloadOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: a Job with many completions',
    of: 'completions, 100 at a time',
    size: 1250,
    prepare: async (completions) => {
      const started = await startSimulation({ 'image:*': { exitCode: 0, exitAfterMs: 100 } });
      return async () => {
        const template = templateOf('j', { restartPolicy: 'Never' });
        const spec = { completions, parallelism: 100, template };
        await started.request('POST', paths.jobs, { metadata: { name: 'j' }, spec });
        await until(started, `${paths.jobs}/j`, counts('succeeded', completions));
      };
    },
  },
  {
    name: 'simulation: many Jobs of one completion',
    of: 'Jobs',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation({ 'image:*': { exitCode: 0, exitAfterMs: 100 } });
      return async () => {
        const job = (index: number): object => ({
          metadata: { name: nameOf(index) },
          spec: { template: templateOf('j', { restartPolicy: 'Never' }) },
        });
        await createEach(started, size, paths.jobs, job);
        await until(started, `${paths.jobs}/${nameOf(size - 1)}`, counts('succeeded', 1));
        await started.clock.advance(PAUSE_MS);
      };
    },
  },
  {
    name: 'simulation: CronJobs that start a Job each minute',
    of: 'CronJobs',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation({ 'image:*': { exitCode: 0, exitAfterMs: 100 } });
      const jobTemplate = { spec: { template: templateOf('j', { restartPolicy: 'Never' }) } };
      const cronJob = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: { schedule: '* * * * *', successfulJobsHistoryLimit: 1, jobTemplate },
      });
      await createEach(started, size, paths.cronJobs, cronJob);
      await started.clock.advance(PAUSE_MS);
      return () => started.clock.advance(70_000);
    },
  },
  {
    name: 'simulation: a Deployment with many replicas',
    of: 'replicas',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      return async () => {
        await started.request('POST', paths.deployments, deployment('d', size));
        await until(started, `${paths.deployments}/d`, counts('availableReplicas', size));
      };
    },
  },
  {
    name: 'simulation: a rollout of a Deployment',
    of: 'replicas',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation();
      await started.request('POST', paths.deployments, deployment('d', size));
      await until(started, `${paths.deployments}/d`, counts('availableReplicas', size));
      return async () => {
        const template = templateOf('d', {}, 'image:2');
        await started.request('PATCH', `${paths.deployments}/d`, { spec: { template } });
        await started.clock.advance(1000);
        await until(
          started,
          `${paths.deployments}/d`,
          (object) => counts('updatedReplicas', size)(object) && counts('replicas', size)(object),
        );
      };
    },
  },
  {
    name: 'simulation: the slices of a Service whose Pods become ready',
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      const spec = { selector: { app: 'd' }, ports: [{ port: 80 }] };
      await started.request('POST', paths.services, { metadata: { name: 'd' }, spec });
      return async () => {
        await started.request('POST', paths.deployments, deployment('d', size));
        await until(started, `${paths.deployments}/d`, counts('availableReplicas', size));
        await started.clock.advance(PAUSE_MS);
        const { items } = JSON.parse(await started.request('GET', paths.slices));
        const endpoints = items.flatMap((slice: { endpoints: unknown[] }) => slice.endpoints).length;
        if (endpoints !== size) throw new Error(`the slices have ${endpoints} endpoints`);
      };
    },
  },
  {
    name: 'simulation: ClusterRoles that one role gathers',
    of: 'ClusterRoles',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      const matchLabels = { gather: 'yes' };
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels }] };
      await started.request('POST', path, { metadata: { name: 'all' }, aggregationRule, rules: [] });
      await started.clock.advance(PAUSE_MS);
      const role = (index: number): object => ({
        metadata: { name: nameOf(index), labels: matchLabels },
        rules: [{ apiGroups: [''], resources: [`r${index}`], verbs: ['get'] }],
      });
      return async () => {
        await createEach(started, size, path, role);
        await until(started, `${path}/all`, ({ rules = [] }) => rules.length === size);
      };
    },
  },
];
