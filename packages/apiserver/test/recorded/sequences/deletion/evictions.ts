import type { Area, RequestStep } from '../../sequence.ts';
import { get, mergePatch, pod, pods, post, sequence } from '../../steps.ts';
import { inNamespace } from '../kinds/life.ts';

const budgets = inNamespace('policy/v1', 'poddisruptionbudgets');
const app = { labels: { app: 'x' } };

const running = (name: string, rest: object = { conditions: [{ type: 'Ready', status: 'True' }] }): RequestStep[] => [
  post(pods, pod(name, { nodeName: 'n1' }, app), { quiet: true }),
  mergePatch(`${pods}/${name}/status`, { status: { phase: 'Running', ...rest } }, { quiet: true }),
];

const budget = (spec: object = {}, name = 'b'): RequestStep =>
  post(
    budgets,
    { metadata: { name }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } }, ...spec } },
    { quiet: true },
  );

const counted = (status: object, name = 'b'): RequestStep =>
  mergePatch(
    `${budgets}/${name}/status`,
    {
      status: {
        observedGeneration: 1,
        disruptionsAllowed: 0,
        currentHealthy: 1,
        desiredHealthy: 1,
        expectedPods: 1,
        ...status,
      },
    },
    { quiet: true },
  );

const refusal = (condition: object): object => ({
  conditions: [
    {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'Other',
      message: '',
      lastTransitionTime: '2025-06-01T00:00:00Z',
      ...condition,
    },
  ],
});

const evict = (name: string, rest: object = {}, query = ''): RequestStep =>
  post(`${pods}/${name}/eviction${query}`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...rest });

const evictWith = (name: string, deleteOptions: object, query = ''): RequestStep =>
  evict(name, { deleteOptions }, query);

/** Evictions: what budgets say of them, and the options of the deletion. */
export const evictions: Area = {
  name: 'evictions',
  sequences: [
    sequence(
      'budgets whose controller failed',
      ...running('p'),
      budget(),
      counted({ ...refusal({ reason: 'SyncFailed', message: 'no scale' }) }),
      evict('p'),
      counted({ ...refusal({ reason: 'SyncFailed', message: 'no scale', status: 'True' }) }),
      evict('p'),
      counted({ currentHealthy: 5, ...refusal({ reason: 'SyncFailed', message: '' }) }),
      evict('p'),
    ),
    sequence(
      'budgets that allow nothing for other reasons',
      ...running('p'),
      budget(),
      counted({ currentHealthy: 3 }),
      evict('p'),
      counted({ currentHealthy: 3, ...refusal({ message: 'as somebody says' }) }),
      evict('p'),
      counted({ currentHealthy: 3, ...refusal({ message: 'as somebody says', status: 'Unknown' }) }),
      evict('p'),
      counted({ currentHealthy: 1, ...refusal({ message: 'as somebody says' }) }),
      evict('p'),
    ),
    sequence(
      'budgets with other selectors',
      ...running('p'),
      budget({ selector: {} }, 'all'),
      budget({ selector: null }, 'none'),
      budget({ selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['x'] }] } }, 'others'),
      counted({}, 'all'),
      evict('p'),
      budget({ selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'y'] }] } }, 'same'),
      evict('p'),
    ),
    sequence(
      'several budgets of a pod that is not ready',
      ...running('p', {}),
      budget({ unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
      budget({ unhealthyPodEvictionPolicy: 'AlwaysAllow' }, 'c'),
      evict('p'),
      evict('p', {}, '?dryRun=All'),
    ),
    sequence(
      'a pod that is not ready and a budget that wants no healthy pods',
      ...running('p', {}),
      budget({ minAvailable: 0 }),
      counted({ currentHealthy: 0, desiredHealthy: 0 }),
      evict('p'),
      counted({ currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 2 }),
      evict('p'),
      get(`${budgets}/b`),
      get(`${pods}/p`),
    ),
    sequence(
      'a pod that is not ready, always allowed',
      ...running('p', {}),
      budget({ unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
      evict('p', {}, '?dryRun=All'),
      evict('p'),
      get(`${pods}/p`),
      get(`${budgets}/b`),
    ),
    sequence(
      'the last allowed disruption',
      ...running('p'),
      ...running('q'),
      budget(),
      counted({ disruptionsAllowed: 1, currentHealthy: 2, ...refusal({ status: 'True', reason: 'SufficientPods' }) }),
      evict('p'),
      get(`${budgets}/b`),
      evict('q'),
    ),
    sequence(
      'several allowed disruptions',
      ...running('p'),
      budget(),
      counted({ disruptionsAllowed: 3, currentHealthy: 4, disruptedPods: { old: '2026-01-01T00:00:00Z' } }),
      evict('p'),
      get(`${budgets}/b`),
    ),
    sequence(
      'a pod that is being deleted',
      ...running('p'),
      budget(),
      counted({}),
      post(pods, pod('held', { nodeName: 'n1' }, { ...app, finalizers: ['a.b/c'] }), { quiet: true }),
      evict('p'),
      mergePatch(`${pods}/held/status`, { status: { phase: 'Running' } }, { quiet: true }),
      { method: 'DELETE', path: `${pods}/held` },
      evict('held'),
      get(`${pods}/held`),
    ),
    sequence(
      'a pod that failed, with a finalizer',
      post(pods, pod('p', { nodeName: 'n1' }, { ...app, finalizers: ['a.b/c'] }), { quiet: true }),
      mergePatch(`${pods}/p/status`, { status: { phase: 'Failed' } }, { quiet: true }),
      budget(),
      counted({}),
      evict('p'),
      get(`${pods}/p`),
    ),
    sequence(
      'preconditions of evictions',
      ...running('p'),
      get(`${pods}/p`, { save: { uid: 'metadata.uid', rv: 'metadata.resourceVersion' }, quiet: true }),
      evictWith('p', { preconditions: { uid: 'other' } }),
      evictWith('p', { preconditions: { resourceVersion: '1' } }),
      evictWith('p', { preconditions: { uid: 'other' } }, '?dryRun=All'),
      evictWith('p', { preconditions: { resourceVersion: '1' } }, '?dryRun=All'),
      get(`${pods}/p`),
      evictWith('p', { preconditions: { uid: '${uid}', resourceVersion: '${rv}' } }),
      get(`${pods}/p`),
    ),
    sequence(
      'preconditions beside a budget',
      ...running('p'),
      budget(),
      counted({ disruptionsAllowed: 1, currentHealthy: 2 }),
      evictWith('p', { preconditions: { uid: 'other' } }),
      get(`${budgets}/b`),
      get(`${pods}/p`),
    ),
    sequence(
      'dry runs that disagree',
      ...running('p'),
      evictWith('p', { dryRun: ['All'] }, '?dryRun=All'),
      evictWith('p', { dryRun: ['Some'] }, '?dryRun=All'),
      evictWith('p', { dryRun: ['Some'] }),
      evict('p', {}, '?dryRun=Some'),
      get(`${pods}/p`),
    ),
    sequence(
      'options that evictions refuse',
      ...running('p'),
      evictWith('p', { ignoreStoreReadErrorWithClusterBreakingPotential: true }),
      evictWith('p', { gracePeriodSeconds: -1 }),
      evictWith('p', { orphanDependents: true, propagationPolicy: 'Orphan' }),
      evict('p', { spec: {} }, '?fieldValidation=Strict'),
      evict('p', { metadata: { name: 'p', namespace: 'elsewhere' } }),
      get(`${pods}/p`),
    ),
    sequence(
      'dry runs beside a budget',
      ...running('p'),
      budget(),
      counted({}),
      evict('p', {}, '?dryRun=All'),
      counted({ disruptionsAllowed: 1, currentHealthy: 2 }),
      evict('p', {}, '?dryRun=All'),
      evictWith('p', { dryRun: ['All'] }),
      get(`${budgets}/b`),
    ),
    sequence(
      'a budget that changed',
      ...running('p'),
      budget(),
      counted({ disruptionsAllowed: 1, currentHealthy: 2 }),
      mergePatch(`${budgets}/b`, { spec: { minAvailable: 2 } }, { quiet: true }),
      evict('p'),
      counted({ disruptionsAllowed: 1, currentHealthy: 2, observedGeneration: 2 }),
      evict('p'),
    ),
  ],
};
