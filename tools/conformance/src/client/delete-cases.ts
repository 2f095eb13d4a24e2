import assert from 'node:assert/strict';
import { isConflict, isNotFound, type OwnerReference } from '@kb/apimachinery';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { type ClientCase, type ClientEnv, clientOf, eventually, failureOf } from './client-case.ts';

function ownedBy({ metadata }: ConfigMap): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: metadata.name, uid: metadata.uid, blockOwnerDeletion: true };
}

/** Creates an owner and an object that it owns. */
async function createPair(env: ClientEnv, prefix: string): Promise<void> {
  const client = clientOf(env);
  const owner = await client.create(configMaps, { metadata: { name: `${prefix}-owner`, namespace: env.namespace } });
  const metadata = { name: `${prefix}-owned`, namespace: env.namespace, ownerReferences: [ownedBy(owner)] };
  await client.create(configMaps, { metadata });
}

/** Waits until an object is gone. */
async function untilGone(env: ClientEnv, name: string): Promise<void> {
  await eventually(env.clock, async () => {
    try {
      await clientOf(env).get(configMaps, `${env.namespace}/${name}`);
      return undefined;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  });
}

/** Deletes. */
export const deleteCases: readonly ClientCase[] = [
  {
    name: 'a delete answers Success, and the object is gone',
    run: async (env) => {
      const client = clientOf(env);
      const key = `${env.namespace}/delete-plain`;
      const created = await client.create(configMaps, { metadata: { name: 'delete-plain', namespace: env.namespace } });
      const answer = await client.delete(configMaps, key);
      assert.equal(answer.kind, 'Status');
      assert.partialDeepStrictEqual(answer, {
        status: 'Success',
        details: { name: 'delete-plain', kind: 'configmaps', uid: created.metadata.uid },
      });
      assert.ok(isNotFound(await failureOf(client.get(configMaps, key))));
      assert.ok(isNotFound(await failureOf(client.delete(configMaps, key))));
    },
  },
  {
    name: 'a delete with a precondition that does not hold is a Conflict',
    run: async (env) => {
      const client = clientOf(env);
      const key = `${env.namespace}/delete-precondition`;
      const { uid, resourceVersion } = (
        await client.create(configMaps, { metadata: { name: 'delete-precondition', namespace: env.namespace } })
      ).metadata;
      const other = '00000000-0000-0000-0000-000000000000';
      assert.ok(isConflict(await failureOf(client.delete(configMaps, key, { preconditions: { uid: other } }))));
      assert.ok(
        isConflict(await failureOf(client.delete(configMaps, key, { preconditions: { uid, resourceVersion: '1' } }))),
      );
      await client.delete(configMaps, key, { preconditions: { uid, resourceVersion } });
      assert.ok(isNotFound(await failureOf(client.get(configMaps, key))));
    },
  },
  {
    name: 'a dry run of a delete removes nothing',
    run: async (env) => {
      const client = clientOf(env);
      const key = `${env.namespace}/delete-dry-run`;
      await client.create(configMaps, { metadata: { name: 'delete-dry-run', namespace: env.namespace } });
      await client.delete(configMaps, key, { dryRun: true });
      assert.equal((await client.get(configMaps, key)).metadata.deletionTimestamp, undefined);
    },
  },
  {
    name: 'an object with a finalizer is marked, and gone when the finalizer is',
    run: async (env) => {
      const client = clientOf(env);
      const key = `${env.namespace}/delete-finalizer`;
      const finalizers = ['conformance.example.com/wait'];
      await client.create(configMaps, { metadata: { name: 'delete-finalizer', namespace: env.namespace, finalizers } });
      const marked = await client.delete(configMaps, key);
      assert.equal(marked.kind, 'ConfigMap');
      const read = await client.get(configMaps, key);
      assert.match(read.metadata.deletionTimestamp ?? '', /^\d{4}-/);
      await client.patch(configMaps, key, { type: 'merge', value: { metadata: { finalizers: null } } });
      assert.ok(isNotFound(await failureOf(client.get(configMaps, key))));
    },
  },
  {
    name: 'a delete in the background takes what is owned along, later',
    run: async (env) => {
      await createPair(env, 'delete-background');
      const key = `${env.namespace}/delete-background-owner`;
      await clientOf(env).delete(configMaps, key, { propagationPolicy: 'Background' });
      await untilGone(env, 'delete-background-owned');
    },
  },
  {
    name: 'a delete in the foreground takes what is owned along, first',
    run: async (env) => {
      await createPair(env, 'delete-foreground');
      const key = `${env.namespace}/delete-foreground-owner`;
      const answer = await clientOf(env).delete(configMaps, key, { propagationPolicy: 'Foreground' });
      assert.partialDeepStrictEqual(answer, { kind: 'ConfigMap', metadata: { finalizers: ['foregroundDeletion'] } });
      await untilGone(env, 'delete-foreground-owner');
      await untilGone(env, 'delete-foreground-owned');
    },
  },
  {
    name: 'a delete that orphans leaves what was owned, without its owner',
    run: async (env) => {
      const client = clientOf(env);
      await createPair(env, 'delete-orphan');
      await client.delete(configMaps, `${env.namespace}/delete-orphan-owner`, { propagationPolicy: 'Orphan' });
      await untilGone(env, 'delete-orphan-owner');
      const owned = await client.get(configMaps, `${env.namespace}/delete-orphan-owned`);
      assert.deepEqual([owned.metadata.ownerReferences ?? [], owned.metadata.deletionTimestamp], [[], undefined]);
    },
  },
  {
    name: 'a delete of a collection takes what is selected',
    run: async (env) => {
      const client = clientOf(env);
      for (const name of ['one', 'two', 'kept']) {
        const labels = { case: 'delete-many', name };
        await client.create(configMaps, {
          metadata: { name: `delete-many-${name}`, namespace: env.namespace, labels },
        });
      }
      await client.deleteCollection(configMaps, {
        namespace: env.namespace,
        labelSelector: 'case=delete-many,name!=kept',
      });
      const { items } = await client.list(configMaps, { namespace: env.namespace, labelSelector: 'case=delete-many' });
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['delete-many-kept'],
      );
    },
  },
];
