import { describe, expect, test } from 'vitest';
import { isInScopes, quotaEvaluatorOf, scopesOf } from './quota-registry.ts';
import type { MeasuredObject } from './read-object.ts';
import { resourcesAsJson } from './resource-list.ts';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const pods = { group: '', plural: 'pods' };
const usage = (plural: string, object: MeasuredObject, group = ''): object =>
  resourcesAsJson(quotaEvaluatorOf({ group, plural })?.usage(object, NOW) ?? new Map());
const container = (requests: object, rest: object = {}): object => ({ name: 'c', resources: { requests }, ...rest });
const pod = (spec: object, status: object = {}, metadata: object = {}): MeasuredObject => ({ metadata, spec, status });

describe('what objects take of quotas', () => {
  test('Pods that have ended, or whose deletion is long due, are only counted', () => {
    const spec = { containers: [container({ cpu: '1' })] };
    const ended = { 'count/pods': '1' };
    expect(usage('pods', pod(spec))).toEqual({ 'count/pods': '1', pods: '1', cpu: '1', 'requests.cpu': '1' });
    expect(usage('pods', pod(spec, { phase: 'Failed' }))).toEqual(ended);
    expect(usage('pods', pod(spec, { phase: 'Succeeded' }))).toEqual(ended);
    const deletedAt = (time: string): object => ({ deletionTimestamp: time, deletionGracePeriodSeconds: 30 });
    expect(usage('pods', pod(spec, {}, deletedAt('2026-01-01T00:09:29Z')))).toEqual(ended);
    expect(usage('pods', pod(spec, {}, deletedAt('2026-01-01T00:09:30Z')))).toMatchObject({ pods: '1' });
  });

  test('a Pod that is being resized takes the larger of what it has and what it wants', () => {
    const spec = { containers: [container({ cpu: '1', memory: '2Gi' })], overhead: { cpu: '100m' } };
    const status = {
      containerStatuses: [
        { name: 'c', resources: { requests: { cpu: '3', memory: '1Gi' } }, allocatedResources: { cpu: '2' } },
      ],
    };
    expect(usage('pods', pod(spec, status))).toMatchObject({ cpu: '3100m', memory: '2Gi' });
    const infeasible = { ...status, conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }] };
    expect(usage('pods', pod(spec, infeasible))).toMatchObject({ cpu: '3100m', memory: '1Gi' });
  });

  test('overhead is added to requests, and to limits that are not zero', () => {
    const spec = {
      containers: [{ name: 'c', resources: { limits: { cpu: '1', memory: '0' } } }],
      overhead: { cpu: '100m', memory: '1Mi' },
    };
    expect(usage('pods', pod(spec))).toMatchObject({ cpu: '100m', 'limits.cpu': '1100m', 'limits.memory': '0' });
  });

  test('objects of other resources are counted, but not those that are too many or not stored', () => {
    expect(usage('widgets', { metadata: {} }, 'example.com')).toEqual({ 'count/widgets.example.com': '1' });
    expect(usage('secrets', { metadata: {} })).toEqual({ 'count/secrets': '1', secrets: '1' });
    expect(quotaEvaluatorOf({ group: '', plural: 'events' })).toBeUndefined();
    expect(quotaEvaluatorOf({ group: 'authorization.k8s.io', plural: 'selfsubjectaccessreviews' })).toBeUndefined();
  });

  test.each([
    ['pods', true],
    ['count/pods', true],
    ['limits.ephemeral-storage', true],
    ['hugepages-2Mi', true],
    ['requests.hugepages-1Gi', true],
    ['requests.nvidia.com/gpu', true],
    ['nvidia.com/gpu', false],
    ['requests.deviceclass.resource.kubernetes.io/gpu', true],
    ['requests.storage', false],
    ['services', false],
  ])('Pods and %s: %s', (name, counts) => expect(quotaEvaluatorOf(pods)?.counts(name)).toBe(counts));
});

test('a quota counts objects that are in all of its scopes', () => {
  const evaluator = quotaEvaluatorOf(pods);
  if (!evaluator) throw new Error('Pods are not counted');
  const quota = {
    spec: {
      scopes: ['BestEffort', 'NotTerminating'],
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['a'] }] },
    },
  };
  const isIn = (spec: object, status: object = {}): boolean =>
    isInScopes(evaluator, pod(spec, status), scopesOf(quota));
  expect([
    isIn({ containers: [] }),
    isIn({ containers: [], priorityClassName: 'a' }),
    isIn({ containers: [], priorityClassName: 'b' }),
    isIn({ containers: [], activeDeadlineSeconds: 1 }),
    isIn({ containers: [container({ cpu: '1' })] }),
    isIn({ containers: [container({ cpu: '1' })] }, { qosClass: 'BestEffort' }),
    isIn({ containers: [], resources: { requests: { memory: '1' } } }),
  ]).toEqual([true, false, true, false, false, true, false]);
  expect(scopesOf({})).toEqual([]);
});
