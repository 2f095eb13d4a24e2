import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LivePod } from '../../shared/kinds.ts';
import {
  isAvailable,
  isWanted,
  type LiveStatefulSet,
  membersOf,
  parseMemberName,
  replicasFromFirst,
  replicasFromLast,
} from './members.ts';
import { podOf, setOf } from './test-support/sets.ts';

const ordinals = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 20 });
const sets = fc
  .record({ start: fc.nat({ max: 10 }), replicas: fc.nat({ max: 20 }) })
  .map(({ start, replicas }) => setOf({ replicas, ordinals: { start } }));
const numbersOf = (members: Iterable<{ readonly ordinal: number }>): number[] =>
  Array.from(members, ({ ordinal }) => ordinal);

describe('parseMemberName', () => {
  test.each([
    ['web-0', 'web', 0],
    ['my-web-12', 'my-web', 12],
    ['web-007', 'web', 7],
    ['-1', '', 1],
    ['web-2147483647', 'web', 2_147_483_647],
    ['web-2147483648', 'web', -1],
  ])('splits %s', (name, parent, ordinal) => {
    expect(parseMemberName(name)).toEqual({ parent, ordinal });
  });

  test.each(['web', 'web-', 'web-x', 'web-1a', ''])('finds no ordinal in %j', (name) => {
    expect(parseMemberName(name)).toBeUndefined();
  });
});

describe('members', () => {
  test('are wanted or condemned, each Pod once', () => {
    fc.assert(
      fc.property(sets, ordinals, (set, all) => {
        const pods = all.map((ordinal) => podOf(`web-${ordinal}`));
        const members = membersOf(set, [...pods, podOf('web-99999999999')]);
        const condemned = numbersOf(members.condemned);
        expect([...members.wanted.keys()].toSorted((a, b) => a - b)).toEqual(
          all.filter((ordinal) => isWanted(set, ordinal)).toSorted((a, b) => a - b),
        );
        expect(condemned).toEqual(all.filter((ordinal) => !isWanted(set, ordinal)).toSorted((a, b) => b - a));
      }),
    );
  });

  test('are yielded from the first and from the last', () => {
    fc.assert(
      fc.property(sets, ordinals, fc.nat({ max: 25 }), (set, all, partition) => {
        const members = membersOf(
          set,
          all.map((ordinal) => podOf(`web-${ordinal}`)),
        );
        const upwards = [...replicasFromFirst(set, members)];
        expect(upwards).toHaveLength(set.spec.replicas ?? 0);
        for (const { ordinal, pod } of upwards) expect(pod !== undefined).toBe(all.includes(ordinal));
        const downwards = numbersOf(replicasFromLast(set, members, partition));
        expect(downwards).toEqual(numbersOf(upwards).slice(partition).toReversed());
      }),
    );
  });

  test('of a set of billions cost nothing until they are asked for', () => {
    const set = setOf({ replicas: 2_147_483_647 });
    const members = membersOf(set, [podOf('web-0')]);
    expect(replicasFromFirst(set, members).next().value?.pod?.metadata.name).toBe('web-0');
    expect(replicasFromLast(set, members, 0).next().value?.ordinal).toBe(2_147_483_646);
  });
});

describe('isAvailable', () => {
  const ready: LivePod = podOf('web-0', { ready: true });
  const isReadyMember = (set: LiveStatefulSet, pod: LivePod | undefined, now = 0): boolean =>
    isAvailable(set, { ordinal: 0, pod }, now);

  test('wants a Pod that has been ready for long enough', () => {
    expect(isReadyMember(setOf({}), ready)).toBe(true);
    expect(isReadyMember(setOf({ minReadySeconds: 5 }), ready, 4999)).toBe(false);
    expect(isReadyMember(setOf({ minReadySeconds: 5 }), ready, 5000)).toBe(true);
    expect(isReadyMember(setOf({}), podOf('web-0'))).toBe(false);
    expect(isReadyMember(setOf({}), undefined)).toBe(false);
  });

  test('does not count a Pod that is being deleted', () => {
    const ending = { ...ready, metadata: { ...ready.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    expect(isReadyMember(setOf({}), ending)).toBe(false);
  });
});
