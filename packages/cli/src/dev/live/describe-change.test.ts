import type { KubernetesObject } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

function object(kind: string, fields: object = {}, metadata: object = {}): KubernetesObject {
  const base = {
    name: 'web',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  return { apiVersion: 'v1', kind, metadata: { ...base, ...metadata }, ...fields };
}

test.each([
  [
    'a Deployment is made',
    'ADDED',
    object('Deployment', { spec: { replicas: 2 } }),
    undefined,
    'created, replicas 2, 0 available',
  ],
  [
    'a Pod runs',
    'MODIFIED',
    object('Pod', { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
    object('Pod', { status: { phase: 'Pending' } }),
    'Running, ready',
  ],
  [
    'a status changes',
    'MODIFIED',
    object('AppService', { status: { availableReplicas: 2 } }),
    object('AppService', { status: { availableReplicas: 1 } }),
    'status.availableReplicas=2',
  ],
  [
    'nothing to look for changes',
    'MODIFIED',
    object('Pod', { status: { phase: 'Running' } }, { resourceVersion: '2' }),
    object('Pod', { status: { phase: 'Running' } }),
    undefined,
  ],
  [
    'a condition goes',
    'MODIFIED',
    object('AppService', {}),
    object('AppService', { status: { conditions: [{ type: 'Ready', status: 'True' }] } }),
    'condition Ready gone',
  ],
  ['something is deleted', 'DELETED', object('Service'), undefined, 'deleted'],
] as const)('%s', (_name, type, now, before, want) => {
  expect(describeChange({ type, resource: deployments, object: now, before })).toBe(want);
});
