import assert from 'node:assert/strict';
import { isConflict, isStatusError } from '@kb/apimachinery';
import { configMaps, services } from '@kb/kubernetes/core/v1';
import { type ClientCase, clientOf, failureOf } from './client-case.ts';

/** Server-side apply. */
export const applyCases: readonly ClientCase[] = [
  {
    name: 'an apply creates, and the same again changes nothing',
    run: async (env) => {
      const client = clientOf(env);
      const config = { metadata: { name: 'apply-same', namespace: env.namespace }, data: { a: '1' } };
      const first = await client.apply(configMaps, config);
      const second = await client.apply(configMaps, config);
      assert.deepEqual(second, first);
      const entries = first.metadata.managedFields?.map(({ manager, operation }) => [manager, operation]);
      assert.deepEqual(entries, [['conformance', 'Apply']]);
    },
  },
  {
    name: 'an apply removes what it said before and says no more, and leaves what others said',
    run: async (env) => {
      const metadata = { name: 'apply-remove', namespace: env.namespace };
      const [mine, theirs] = [clientOf(env, 'mine'), clientOf(env, 'theirs')];
      await mine.apply(configMaps, { metadata, data: { mine: '1', both: '1' } });
      await theirs.apply(configMaps, { metadata, data: { theirs: '1', both: '1' } });
      const applied = await mine.apply(configMaps, { metadata, data: {} });
      assert.deepEqual(applied.data, { theirs: '1', both: '1' });
    },
  },
  {
    name: 'an apply without force over a field of another manager is a Conflict that names both; with force it wins',
    run: async (env) => {
      const metadata = { name: 'apply-conflict', namespace: env.namespace };
      const [mine, theirs] = [clientOf(env, 'mine'), clientOf(env, 'theirs')];
      await theirs.apply(configMaps, { metadata, data: { a: 'theirs' } });
      const error = await failureOf(mine.apply(configMaps, { metadata, data: { a: 'mine' } }, { force: false }));
      assert.ok(isConflict(error) && isStatusError(error));
      assert.equal(error.message, 'Apply failed with 1 conflict: conflict with "theirs": .data.a');
      assert.deepEqual(
        error.status.details?.causes?.map(({ reason, field }) => [reason, field]),
        [['FieldManagerConflict', '.data.a']],
      );
      const forced = await mine.apply(configMaps, { metadata, data: { a: 'mine' } });
      assert.deepEqual(forced.data, { a: 'mine' });
      const again = await failureOf(theirs.apply(configMaps, { metadata, data: { a: 'theirs' } }, { force: false }));
      assert.ok(isConflict(again));
    },
  },
  {
    name: 'an apply merges list elements by their keys',
    run: async (env) => {
      const metadata = { name: 'apply-list', namespace: env.namespace };
      const [mine, theirs] = [clientOf(env, 'mine'), clientOf(env, 'theirs')];
      await theirs.apply(services, { metadata, spec: { ports: [{ name: 'theirs', port: 81, protocol: 'TCP' }] } });
      const applied = await mine.apply(services, {
        metadata,
        spec: { ports: [{ name: 'mine', port: 80, protocol: 'TCP' }] },
      });
      assert.deepEqual(applied.spec?.ports?.map(({ name }) => name).toSorted(), ['mine', 'theirs']);
    },
  },
  {
    name: 'an apply of version 1 creates, and is a Conflict where an object is there',
    run: async (env) => {
      const [mine, theirs] = [clientOf(env, 'mine'), clientOf(env, 'theirs')];
      const named = (name: string): { name: string; namespace: string } => ({ name, namespace: env.namespace });
      const there = await theirs.apply(configMaps, { metadata: named('apply-there') });
      const config = { metadata: { ...named('apply-there'), resourceVersion: '1' }, data: { a: '1' } };
      assert.ok(isConflict(await failureOf(mine.apply(configMaps, config))));
      assert.deepEqual(await theirs.get(configMaps, named('apply-there')), there);
      const made = await mine.apply(configMaps, { metadata: { ...named('apply-new'), resourceVersion: '1' } });
      assert.notEqual(made.metadata.resourceVersion, '1');
    },
  },
  {
    name: 'an apply can say who controls the object',
    run: async (env) => {
      const client = clientOf(env);
      const owner = await client.create(configMaps, { metadata: { name: 'apply-owner', namespace: env.namespace } });
      const config = { metadata: { name: 'apply-owned', namespace: env.namespace } };
      const owned = await client.apply(configMaps, config, { controlledBy: owner });
      assert.deepEqual(owned.metadata.ownerReferences, [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name: 'apply-owner',
          uid: owner.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ]);
    },
  },
];
