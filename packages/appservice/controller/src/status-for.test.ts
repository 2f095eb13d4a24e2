import type { Deployment } from '@kb/kubernetes/apps/v1';
import { describe, expect, test } from 'vitest';
import { availabilityOf, isReported, statusFor } from './status-for.ts';
import { anApp } from './test-support/an-app.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const available = { status: 'True', reason: 'PodsAvailable', message: 'all Pods are available' } as const;

const deployment = (status: Deployment['status'], generation = 1): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'uid',
    resourceVersion: '1',
    generation,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { selector: {}, template: {} },
  ...(status !== undefined && { status }),
});

describe('availability', () => {
  test.each([
    {
      what: 'all Pods',
      status: { observedGeneration: 1, updatedReplicas: 2, availableReplicas: 2 },
      want: ['True', 'PodsAvailable', '2 of 2 Pods are available'],
    },
    {
      what: 'too few Pods',
      status: { observedGeneration: 1, updatedReplicas: 2, availableReplicas: 1 },
      want: ['False', 'PodsUnavailable', '1 of 2 Pods are available'],
    },
    {
      what: 'old Pods',
      status: { observedGeneration: 1, updatedReplicas: 1, availableReplicas: 2 },
      want: ['False', 'RollingOut', '2 of 2 Pods are available'],
    },
    {
      what: 'a Deployment with an outdated status',
      status: { observedGeneration: 0, updatedReplicas: 2, availableReplicas: 2 },
      want: ['False', 'RollingOut', '2 of 2 Pods are available'],
    },
    { what: 'a new Deployment', status: undefined, want: ['False', 'RollingOut', '0 of 2 Pods are available'] },
  ])('$what', ({ status, want }) => {
    const { status: is, reason, message } = availabilityOf(anApp({ replicas: 2 }), deployment(status));
    expect([is, reason, message]).toEqual(want);
  });

  test('of an AppService without Pods', () => {
    expect(availabilityOf(anApp({ replicas: 0 }), deployment({ observedGeneration: 1 })).status).toBe('True');
  });
});

describe('status', () => {
  test('reports the state of the Deployment, for this generation', () => {
    expect(statusFor(anApp(), deployment({ availableReplicas: 2 }), available, noon)).toEqual({
      availableReplicas: 2,
      observedGeneration: 3,
      selector: 'app.kubernetes.io/name=appservice,app.kubernetes.io/instance=web',
      conditions: [
        { type: 'Available', ...available, observedGeneration: 3, lastTransitionTime: '2026-01-01T12:00:00Z' },
      ],
    });
  });

  test('without its own Deployment', () => {
    expect(statusFor(anApp(), undefined, available, noon).availableReplicas).toBe(0);
  });

  test('keeps the time of the last change, and other conditions', () => {
    const other = {
      type: 'Other',
      status: 'True',
      reason: 'X',
      message: '',
      lastTransitionTime: '2025-01-01T00:00:00Z',
    } as const;
    const known = {
      type: 'Available',
      ...available,
      observedGeneration: 2,
      lastTransitionTime: '2025-06-01T00:00:00Z',
    };
    const app = anApp({}, { conditions: [other, known] });
    expect(statusFor(app, undefined, available, noon).conditions).toEqual([other, { ...known, observedGeneration: 3 }]);
    expect(statusFor(app, undefined, { ...available, status: 'False' }, noon).conditions?.[1]?.lastTransitionTime).toBe(
      '2026-01-01T12:00:00Z',
    );
  });

  test('recognizes a status that is already reported', () => {
    const app = anApp(
      {},
      { conditions: [{ type: 'Available', ...available, lastTransitionTime: '2025-01-01T00:00:00Z' }] },
    );
    expect(isReported(app, available)).toBe(true);
    expect(isReported(app, { ...available, message: 'else' })).toBe(false);
    expect(isReported(anApp(), available)).toBe(false);
  });
});
