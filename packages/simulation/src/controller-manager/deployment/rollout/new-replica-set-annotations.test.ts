import { describe, expect, test } from 'vitest';
import type { LiveDeployment } from '../../../shared/kinds.ts';
import { newReplicaSetAnnotations, scaleAnnotations } from './new-replica-set-annotations.ts';

const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';

function deployment(annotations: Record<string, string>): LiveDeployment {
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };
  const spec = { replicas: 3, selector: {}, template: {}, strategy };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { annotations }, spec } as unknown as LiveDeployment;
}

describe('newReplicaSetAnnotations', () => {
  const noted = deployment({
    note: 'x',
    'kubectl.kubernetes.io/last-applied-configuration': '{}',
    'deprecated.deployment.rollback.to': '1',
    [REVISION]: '7',
  });

  test.each([
    ['a new set', {}, 1, { note: 'x', [REVISION]: '1' }],
    ['a set that is up to date', { note: 'x', [REVISION]: '1' }, 1, undefined],
    ['a set with a higher revision than the old ones need', { note: 'x', [REVISION]: '5' }, 3, undefined],
    [
      'a set with annotations of its own',
      { own: 'y', note: 'old', [REVISION]: '1' },
      1,
      { own: 'y', note: 'x', [REVISION]: '1' },
    ],
    ['a set that is rolled back to', { note: 'x', [REVISION]: '1' }, 3, { note: 'x', [REVISION]: '3', [HISTORY]: '1' }],
    [
      'a set that is rolled back to again',
      { note: 'x', [REVISION]: '3', [HISTORY]: '1' },
      5,
      { note: 'x', [REVISION]: '5', [HISTORY]: '1,3' },
    ],
  ])('%s', (_name, current, revision, want) => {
    const next = newReplicaSetAnnotations(noted, current, revision);
    expect(next).toEqual(want ?? current);
    // The same object shows the caller that there is nothing to write.
    expect(next === current).toBe(want === undefined);
  });

  test('drops the oldest revisions of a history that gets too long', () => {
    const history = Array.from({ length: 500 }, (_, index) => String(index + 1000)).join(',');
    const next = newReplicaSetAnnotations(deployment({}), { [REVISION]: '9999', [HISTORY]: history }, 10_000);
    expect(next[HISTORY]?.length).toBeLessThanOrEqual(2000);
    expect(next[HISTORY]?.endsWith(',1499,9999')).toBe(true);
  });
});

describe('scaleAnnotations', () => {
  test('sets the replicas, and the replicas with the surge', () => {
    expect(scaleAnnotations(deployment({}))).toEqual({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
    });
  });
});
