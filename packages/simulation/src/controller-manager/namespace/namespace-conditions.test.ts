import { expect, test } from 'vitest';
import { namespaceConditions, type RemainingContent } from './namespace-conditions.ts';

const nothing: RemainingContent = { objects: new Map(), finalizers: new Map(), failures: [] };
const START = '1970-01-01T00:00:00Z';
const LATER = '1970-01-01T00:01:00Z';

test('reports success when nothing is left', () => {
  const conditions = namespaceConditions([], nothing, 0);
  expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
    ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
    ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
    ['NamespaceContentRemaining', 'False', 'ContentRemoved'],
    ['NamespaceFinalizersRemaining', 'False', 'ContentHasNoFinalizers'],
  ]);
  expect(conditions.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(Array(5).fill(START));
});

test('reports remaining objects by resource and finalizer', () => {
  const content: RemainingContent = {
    objects: new Map([
      ['pods.', 2],
      ['deployments.apps', 1],
    ]),
    finalizers: new Map([['example.com/hold', 3]]),
    failures: ['b', 'a'],
  };
  expect(namespaceConditions([], content, 0).slice(2)).toEqual([
    {
      type: 'NamespaceDeletionContentFailure',
      status: 'True',
      lastTransitionTime: START,
      reason: 'ContentDeletionFailed',
      message: 'Failed to delete all resource types, 2 remaining: a, b',
    },
    {
      type: 'NamespaceContentRemaining',
      status: 'True',
      lastTransitionTime: START,
      reason: 'SomeResourcesRemain',
      message:
        'Some resources are remaining: deployments.apps has 1 resource instances, pods. has 2 resource instances',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      status: 'True',
      lastTransitionTime: START,
      reason: 'SomeFinalizersRemain',
      message: 'Some content in the namespace has finalizers remaining: example.com/hold in 3 resource instances',
    },
  ]);
});

test('returns the same list when nothing changes', () => {
  const conditions = namespaceConditions([], nothing, 0);
  expect(namespaceConditions(conditions, nothing, 60_000)).toBe(conditions);
});

test('changes the time of a condition with its status, and not with its message', () => {
  const left = (pods: number): RemainingContent => ({ ...nothing, objects: new Map([['pods.', pods]]) });
  const timeAfter = (before: ReturnType<typeof namespaceConditions>, content: RemainingContent): unknown =>
    namespaceConditions(before, content, 60_000).find(({ type }) => type === 'NamespaceContentRemaining')
      ?.lastTransitionTime;
  const two = namespaceConditions([], left(2), 0);
  expect(timeAfter(two, left(1))).toBe(START);
  expect(timeAfter(two, nothing)).toBe(LATER);
});
