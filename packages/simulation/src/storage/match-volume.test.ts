import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestVolume, whyNotServing } from './match-volume.ts';
import type { LiveClaim, LiveVolume } from './storage-objects.ts';

const GI = 2 ** 30;

const claimOf = (spec: object = {}): LiveClaim =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'c', namespace: 'default', uid: 'u', resourceVersion: '1' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
  }) as unknown as LiveClaim;

const volumeOf = (name: string, spec: object = {}, rest: object = {}): LiveVolume =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, uid: name, resourceVersion: '1', ...rest },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '5Gi' }, ...spec },
    status: { phase: 'Available' },
  }) as unknown as LiveVolume;

describe('bestVolume', () => {
  test.each<[string, LiveVolume, boolean]>([
    ['a larger one', volumeOf('v'), true],
    ['a smaller one', volumeOf('v', { capacity: { storage: '1Gi' } }), false],
    ['more access modes', volumeOf('v', { accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] }), true],
    ['other access modes', volumeOf('v', { accessModes: ['ReadOnlyMany'] }), false],
    ['another class', volumeOf('v', { storageClassName: 'fast' }), false],
    ['a block device', volumeOf('v', { volumeMode: 'Block' }), false],
    ['another attributes class', volumeOf('v', { volumeAttributesClassName: 'gold' }), false],
    ['one that is being deleted', volumeOf('v', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }), false],
    ['one reserved by name', volumeOf('v', { claimRef: { namespace: 'default', name: 'c' } }), true],
    [
      'one reserved for an older claim',
      volumeOf('v', { claimRef: { namespace: 'default', name: 'c', uid: 'x' } }),
      false,
    ],
    ['one reserved for another', volumeOf('v', { claimRef: { namespace: 'default', name: 'd' } }), false],
  ])('%s', (_, volume, matches) => {
    expect(bestVolume(claimOf(), [volume]) !== undefined).toBe(matches);
  });

  test('a reserved volume needs no class, but is not used if it cannot be reached', () => {
    const reserved = volumeOf('r', { storageClassName: 'x', claimRef: { namespace: 'default', name: 'c' } });
    const free = volumeOf('f', { capacity: { storage: '2Gi' } });
    expect(bestVolume(claimOf(), [reserved, free])?.metadata.name).toBe('r');
    const reaches = ({ metadata }: LiveVolume): boolean => metadata.name !== 'r';
    expect(bestVolume(claimOf(), [reserved, free], { reaches })).toBeUndefined();
    expect(bestVolume(claimOf(), [free], { reservedOnly: true })).toBeUndefined();
  });

  test('finds the smallest one with the fewest access modes, wherever it is in the list', () => {
    const modes = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'];
    const shapes = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(shapes, (list) => {
        const volumes = list.map(([size, count], index) =>
          volumeOf(`v${index}`, { accessModes: modes.slice(0, count), capacity: { storage: String(size * GI) } }),
        );
        const [best] = list.filter(([size]) => size >= 2).toSorted(([a, manyA], [b, manyB]) => manyA - manyB || a - b);
        const found = bestVolume(claimOf(), volumes)?.spec;
        const shape = found && [Number(found.capacity?.['storage']) / GI, found.accessModes?.length];
        expect(shape).toEqual(best);
      }),
    );
  });
});

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ capacity: { storage: '1Gi' } }, 'requested PV is too small'],
  [{ storageClassName: 'x' }, 'storageClassName does not match'],
  [{ volumeAttributesClassName: 'x' }, 'volumeAttributesClassName does not match'],
  [{ volumeMode: 'Block' }, 'incompatible volumeMode'],
  [{ accessModes: ['ReadWriteMany'] }, 'incompatible accessMode'],
])('whyNotServing of %o: %s', (spec, expected) => {
  expect(whyNotServing(claimOf(), volumeOf('v', spec))).toBe(expected);
});
