import assert from 'node:assert/strict';
import { AlreadyOwnedError } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import {
  hasControllerReference,
  hasOwnerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from '../../../src/controllerutil/owner-references.ts';
import { racks, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'owner references: no duplicates, another version of the same owner accepted, a second controller and one of another namespace refused',
  run: async ({ client, namespace }) => {
    const owner = await client.create(widgets, { metadata: { name: 'owner', namespace }, spec: {} });
    const other = await client.create(widgets, { metadata: { name: 'other', namespace }, spec: {} });
    const child = { metadata: { name: 'owned', namespace }, data: {} };
    const reference = {
      apiVersion: 'test.example.com/v1',
      kind: 'Widget',
      name: 'owner',
      uid: owner.metadata.uid,
    };
    const controlling = { ...reference, controller: true, blockOwnerDeletion: true };

    const controlled = setControllerReference(owner, child);
    assert.deepEqual(controlled.metadata, { ...child.metadata, ownerReferences: [controlling] });
    assert.equal('ownerReferences' in child.metadata, false);
    assert.equal(setControllerReference(owner, controlled), controlled);
    assert.deepEqual(setOwnerReference(owner, child).metadata.ownerReferences, [reference]);
    // A plain reference becomes the controller's, and back, in its place.
    assert.deepEqual(setControllerReference(owner, setOwnerReference(owner, child)), controlled);
    assert.deepEqual(setOwnerReference(owner, controlled).metadata.ownerReferences, [reference]);
    const loose = setControllerReference(owner, child, { blockOwnerDeletion: false });
    assert.equal(loose.metadata.ownerReferences?.[0]?.blockOwnerDeletion, false);

    // A newer version of the owner, and the owner made again, count as the same owner.
    const newer = { ...owner, apiVersion: 'test.example.com/v2', metadata: { ...owner.metadata, uid: 'made-again' } };
    assert.deepEqual(setControllerReference(newer, controlled).metadata.ownerReferences, [
      { ...controlling, apiVersion: 'test.example.com/v2', uid: 'made-again' },
    ]);
    // An owner of another group does not.
    const foreign = { ...owner, apiVersion: 'other.example.com/v1' };
    assert.throws(() => setControllerReference(foreign, controlled), AlreadyOwnedError);

    assert.throws(() => setControllerReference(other, controlled), AlreadyOwnedError);
    const both = setOwnerReference(other, controlled);
    assert.deepEqual(
      both.metadata.ownerReferences?.map(({ name }) => name),
      ['owner', 'other'],
    );

    const elsewhere = { ...owner, metadata: { ...owner.metadata, namespace: 'elsewhere' } };
    assert.throws(() => setControllerReference(elsewhere, child), /namespace/);
    assert.throws(() => setOwnerReference(elsewhere, child), /namespace/);
    assert.throws(() => setControllerReference(owner, { metadata: { name: 'rack' } }), /cluster-scoped/);
    // A cluster-scoped owner may own objects in any namespace, and cluster-scoped ones.
    const rackName = `rack-of-${namespace}`;
    const rack = await client.create(racks, { metadata: { name: rackName }, spec: {} });
    assert.equal(hasControllerReference(setControllerReference(rack, child)), true);
    assert.equal(hasControllerReference(setControllerReference(rack, { metadata: { name: 'rack' } })), true);
    await client.delete(racks, rackName);

    assert.deepEqual([hasOwnerReference(owner, both), hasOwnerReference(foreign, both)], [true, false]);
    assert.deepEqual(removeOwnerReference(owner, both).metadata.ownerReferences?.length, 1);
    assert.equal(removeOwnerReference(foreign, both), both);
    assert.equal(removeControllerReference(other, both), both);
    assert.equal(hasControllerReference(removeControllerReference(owner, both)), false);

    // The server accepts them, and keeps them as they are.
    const made = await client.create(configMaps, both);
    assert.deepEqual(made.metadata.ownerReferences, both.metadata.ownerReferences);
  },
};
