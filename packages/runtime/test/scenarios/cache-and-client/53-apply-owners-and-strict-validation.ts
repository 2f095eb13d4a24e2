import assert from 'node:assert/strict';
import { isConflict, isStatusError, type KubernetesObject, parseObjectKey } from '@kb/apimachinery';
import { type Client, uncheckedPatchValue, withFieldOwner, withFieldValidation } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/** The managers of an object, as `manager operation subresource`. */
function managers({ metadata }: KubernetesObject): string[] {
  return (metadata.managedFields ?? [])
    .map(({ manager, operation, subresource }) => [manager, operation, subresource].filter(Boolean).join(' '))
    .toSorted();
}

async function applies(client: Client, namespace: string): Promise<void> {
  const metadata = { name: 'applied', namespace };
  const ours = withFieldOwner(client, 'ours');
  const theirs = withFieldOwner(client, 'theirs');
  const made = await ours.apply(widgets, { metadata, spec: { size: 1 } });
  assert.deepEqual([made.spec.size, managers(made)], [1, ['ours Apply']]);
  const changed = await ours.apply(widgets, { metadata, spec: { size: 2, data: { a: '1' } } });
  assert.equal(changed.metadata.uid, made.metadata.uid);
  assert.deepEqual(changed.spec, { size: 2, data: { a: '1' } });
  // Fields that are no longer applied are removed.
  assert.deepEqual((await ours.apply(widgets, { metadata, spec: { size: 2 } })).spec, { size: 2 });

  const taking = theirs.apply(widgets, { metadata, spec: { size: 3 } }, { force: false });
  await assert.rejects(taking, (error) => isConflict(error));
  const taken = await theirs.apply(widgets, { metadata, spec: { size: 3 } }, { force: true });
  assert.deepEqual([taken.spec.size, managers(taken)], [3, ['theirs Apply']]);

  const status = await ours.applyStatus(widgets, { metadata, status: { observedSize: 3 } });
  assert.deepEqual([status.status, status.spec], [{ observedSize: 3 }, { size: 3 }]);
  assert.deepEqual(managers(status), ['ours Apply status', 'theirs Apply']);
  const again = await ours
    .subresource(widgets, 'status')
    .apply(`${namespace}/applied`, { status: { observedSize: 4 } });
  assert.equal(again.status?.observedSize, 4);
}

/** Calls every verb that writes, each on an object that no other client has written since; returns the object. */
function writes(
  client: Client,
  namespace: string,
  manager?: string,
): Record<string, (name: string) => Promise<KubernetesObject>> {
  const named = manager === undefined ? {} : { fieldManager: manager };
  const keyOf = (name: string): string => `${namespace}/${name}`;
  const read = (name: string): Promise<KubernetesObject & { spec: { size?: number } }> =>
    client.get(widgets, keyOf(name));
  const merge = { type: 'merge', value: { spec: { size: 9 } } } as const;
  const mergeStatus = { type: 'merge', value: { status: { observedSize: 9 } } } as const;
  return {
    create: (name) => client.create(widgets, { metadata: { name: `${name}-2`, namespace }, spec: { size: 9 } }, named),
    update: async (name) => client.update(widgets, { ...(await read(name)), spec: { size: 9 } }, named),
    patch: (name) => client.patch(widgets, keyOf(name), merge, named),
    apply: (name) => client.apply(widgets, { metadata: parseObjectKey(keyOf(name)), spec: { size: 9 } }, named),
    updateStatus: async (name) =>
      client.updateStatus(widgets, { ...(await read(name)), status: { observedSize: 9 } }, named),
    applyStatus: (name) =>
      client.applyStatus(widgets, { metadata: parseObjectKey(keyOf(name)), status: { observedSize: 9 } }, named),
    'subresource update': async (name) =>
      client
        .subresource(widgets, 'status')
        .update(keyOf(name), { ...(await read(name)), status: { observedSize: 9 } }, named),
    'subresource patch': (name) => client.subresource(widgets, 'status').patch(keyOf(name), mergeStatus, named),
    'subresource apply': (name) =>
      client.subresource(widgets, 'status').apply(keyOf(name), { status: { observedSize: 9 } }, named),
  };
}

async function owners(client: Client, namespace: string): Promise<void> {
  const owned = withFieldOwner(client, 'owner');
  const rounds = { wrapped: [undefined, 'owner'], overridden: ['another', 'another'] } as const;
  for (const [round, [given, expected]] of Object.entries(rounds)) {
    for (const [verb, write] of Object.entries(writes(owned, namespace, given))) {
      const name = `${round}-${verb.replace(' ', '-').toLowerCase()}`;
      await client.create(widgets, { metadata: { name, namespace }, spec: { size: 1 } });
      const answer = await write(name);
      const found = managers(answer).some((entry) => entry.startsWith(`${expected} `));
      assert.ok(found, `${round} ${verb}: ${managers(answer).join(', ')}`);
    }
  }
}

async function validation(client: Client, namespace: string): Promise<void> {
  const strict = withFieldValidation(client, 'Strict');
  const key = `${namespace}/strict`;
  const made = await client.create(configMaps, { metadata: { name: 'strict', namespace }, data: {} });
  const bogus = { bogus: 1 };
  const isStrict = (error: unknown): boolean => isStatusError(error) && error.message.includes('bogus');
  const refused: Record<string, (loose?: { fieldValidation: 'Ignore' }) => Promise<unknown>> = {
    create: (loose) => strict.create(configMaps, { metadata: { generateName: 'strict-', namespace }, ...bogus }, loose),
    update: (loose) => strict.update(configMaps, { ...made, metadata: withoutVersion(made), ...bogus }, loose),
    patch: (loose) => strict.patch(configMaps, key, { type: 'merge', value: uncheckedPatchValue(bogus) }, loose),
  };
  for (const [verb, write] of Object.entries(refused)) {
    await assert.rejects(write(), isStrict, verb);
    await write({ fieldValidation: 'Ignore' });
  }
  const template = {
    metadata: { labels: { app: 'strict' } },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  };
  const spec = { replicas: 0, selector: { matchLabels: { app: 'strict' } }, template };
  const deployment = await client.create(deployments, { metadata: { name: 'strict', namespace }, spec });
  const status = strict.subresource(deployments, 'status');
  const value = uncheckedPatchValue({ status: { bogus: 1 } });
  await assert.rejects(status.patch(key, { type: 'merge', value }), isStrict);
  await assert.rejects(status.update(key, { ...deployment, metadata: withoutVersion(deployment), ...bogus }), isStrict);
  await assert.rejects(
    strict.updateStatus(deployments, { ...deployment, metadata: withoutVersion(deployment), ...bogus }),
    isStrict,
  );
  // An apply is strict by default.
  const applied = { metadata: { name: 'strict', namespace }, ...bogus };
  await assert.rejects(client.apply(configMaps, applied));
}

/** Returns metadata without a version, which matches any version. */
function withoutVersion({ metadata }: KubernetesObject): KubernetesObject['metadata'] {
  return { ...metadata, resourceVersion: '' };
}

export const scenario: Scenario = {
  name: 'server-side apply creates, updates and forces, of the status too; field owner and strict validation apply to all verbs',
  run: async ({ client, namespace }) => {
    await applies(client, namespace);
    await owners(client, namespace);
    await validation(client, namespace);
  },
};
