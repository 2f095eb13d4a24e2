import { formatTime } from '@kb/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { belongsToEarlierPod, claimOwners, isControlledByAnother, type LiveClaim } from './claim-owners.ts';
import type { LiveStatefulSet } from './members.ts';
import { setOf } from './test-support/sets.ts';

type References = NonNullable<LiveClaim['metadata']['ownerReferences']>;

const ofSet = (uid: string, controller = true) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  name: 'web',
  uid,
  controller,
  blockOwnerDeletion: true,
});
const ofPod = (uid: string, controller = true) => ({
  ...ofSet(uid, controller),
  apiVersion: 'v1',
  kind: 'Pod',
  name: 'web-0',
});
const ofOther = (controller: boolean) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'c', controller });

const claimOf = (ownerReferences: References): LiveClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    name: 'data-web-0',
    namespace: 'default',
    uid: 'claim',
    resourceVersion: '1',
    creationTimestamp: formatTime(0),
    ownerReferences,
  },
  spec: {},
});

const setWith = (whenScaled: string, whenDeleted: string, replicas = 1): LiveStatefulSet =>
  setOf({ replicas, persistentVolumeClaimRetentionPolicy: { whenScaled, whenDeleted } });

const pod = { ordinal: 0, name: 'web-0', uid: 'uid of the pod' };
const own = ofSet('uid of the set');
const ownPod = ofPod(pod.uid);

describe('claimOwners', () => {
  test.each([
    ['Retain', 'Retain', 1, []],
    ['Retain', 'Retain', 0, []],
    ['Retain', 'Delete', 1, [own]],
    ['Retain', 'Delete', 0, [own]],
    ['Delete', 'Retain', 1, []],
    ['Delete', 'Retain', 0, [ownPod]],
    ['Delete', 'Delete', 1, [own]],
    ['Delete', 'Delete', 0, [ownPod]],
  ])('when scaled %s, when deleted %s, with %i replicas', (whenScaled, whenDeleted, replicas, wanted) => {
    const set = setWith(whenScaled, whenDeleted, replicas);
    for (const before of [[], [own], [ownPod], [own, ownPod]]) {
      const after = claimOwners(claimOf(before), set, pod) ?? before;
      expect(after).toEqual(wanted);
      expect(claimOwners(claimOf(after), set, pod)).toBeUndefined();
    }
  });

  test('keep owners of other kinds, and mend references that do not control', () => {
    const set = setWith('Retain', 'Delete');
    expect(claimOwners(claimOf([ofOther(false)]), set, pod)).toEqual([ofOther(false), own]);
    expect(claimOwners(claimOf([ofSet('uid of the set', false)]), set, pod)).toEqual([own]);
  });

  test('leave a claim to another controller, to an earlier set and to an earlier Pod', () => {
    const set = setWith('Delete', 'Delete');
    expect(claimOwners(claimOf([ofOther(true)]), set, pod)).toBeUndefined();
    expect(claimOwners(claimOf([ofOther(true), own]), set, pod)).toEqual([ofOther(true)]);
    expect(claimOwners(claimOf([ofSet('old')]), set, pod)).toBeUndefined();
    expect(claimOwners(claimOf([ofPod('old')]), set, pod)).toBeUndefined();
    expect(belongsToEarlierPod(claimOf([ofPod('old')]), pod)).toBe(true);
    expect(belongsToEarlierPod(claimOf([ownPod]), pod)).toBe(false);
    expect(isControlledByAnother(claimOf([ofSet('old')]), set, pod)).toBe(true);
    expect(isControlledByAnother(claimOf([ofOther(true)]), setWith('Retain', 'Retain'), pod)).toBe(false);
  });

  test('are settled after two changes, whatever they were', () => {
    const references = fc.uniqueArray(
      fc.constantFrom(own, ofSet('old'), ownPod, ofPod('old'), ofOther(true), ofOther(false), ofPod(pod.uid, false)),
      { selector: ({ uid }) => uid },
    );
    const policy = fc.constantFrom('Retain', 'Delete');
    fc.assert(
      fc.property(references, policy, policy, fc.nat({ max: 1 }), (before, whenScaled, whenDeleted, replicas) => {
        const set = setWith(whenScaled, whenDeleted, replicas);
        const once = claimOwners(claimOf(before), set, pod) ?? before;
        const twice = claimOwners(claimOf(once), set, pod) ?? once;
        expect(claimOwners(claimOf(twice), set, pod)).toBeUndefined();
      }),
    );
  });
});
