import { formatTime } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { LivePod } from '../../shared/kinds.ts';
import { podsToDelete } from './pods-to-delete.ts';

const NOW = 1_000_000_000_000;

interface Shape {
  readonly node?: string;
  readonly phase?: string;
  readonly readyFor?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly age?: number;
}

function pod(
  name: string,
  { node = 'n', phase = 'Running', readyFor, cost, restarts = 0, age = 1000 }: Shape = {},
): LivePod {
  const ready = {
    type: 'Ready',
    status: readyFor === undefined ? 'False' : 'True',
    lastTransitionTime: formatTime(NOW - (readyFor ?? 0) * 1000),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: formatTime(NOW - age * 1000),
      ...(cost !== undefined && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: { containers: [], nodeName: node },
    status: {
      phase,
      conditions: [ready],
      containerStatuses: [{ name: 'c', image: '', imageID: '', ready: true, restartCount: restarts }],
    },
  };
}

const ready = { readyFor: 100 };

describe('podsToDelete', () => {
  test.each<[string, LivePod, LivePod]>([
    ['one without a node', pod('b', { ...ready, node: '' }), pod('a', ready)],
    ['a pending one', pod('b', { ...ready, phase: 'Pending' }), pod('a', ready)],
    ['one of unknown phase', pod('b', { ...ready, phase: 'Unknown' }), pod('a', ready)],
    ['one that is not ready', pod('b'), pod('a', ready)],
    ['one that is cheaper to delete', pod('b', { ...ready, cost: '-5' }), pod('a', ready)],
    [
      'one whose cost is not a number counts as 0',
      pod('b', { ...ready, cost: '-5x' }),
      pod('a', { ...ready, cost: '1' }),
    ],
    ['one that has been ready for a much shorter time', pod('b', { readyFor: 10 }), pod('a', { readyFor: 1000 })],
    ['one that restarted more often', pod('b', { ...ready, restarts: 3 }), pod('a', ready)],
    ['a much newer one', pod('b', { age: 10 }), pod('a', { age: 1000 })],
  ])('%s goes first', (_name, first, second) => {
    expect(podsToDelete([second, first], [], 1, NOW)).toEqual([first]);
    expect(podsToDelete([first, second], [], 1, NOW)).toEqual([first]);
  });

  test('compares uids when ages have the same order of magnitude', () => {
    const [a, b] = [pod('a', { readyFor: 1000 }), pod('b', { readyFor: 1010 })];
    expect(podsToDelete([b, a], [], 1, NOW)).toEqual([a]);
  });

  test('prefers the node that has more Pods of the same owner', () => {
    const here = pod('a', { ...ready, node: 'empty' });
    const there = pod('b', { ...ready, node: 'full' });
    const related = [here, there, pod('c', { ...ready, node: 'full' })];
    expect(podsToDelete([here, there], related, 1, NOW)).toEqual([there]);
  });

  test('selects all Pods when all have to be deleted', () => {
    const all = [pod('a'), pod('b')];
    expect(podsToDelete(all, [], 5, NOW)).toEqual(all);
  });
});
