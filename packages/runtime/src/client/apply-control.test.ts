import { controllerOf } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import type { Embedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { controllerReference, type CopierSetting, startCopierSetting } from '../test-support/copier.ts';

let env: Embedded;
let errors: unknown[];
let copier: CopierSetting['copier'];
let read: CopierSetting['read'];
let settle: CopierSetting['settle'];

beforeEach(async () => {
  ({ env, errors, copier, read, settle } = await startCopierSetting());
});
afterEach(async () => {
  await env.stop();
});

describe('objects of other controllers', () => {
  const foreign = async (name: string): Promise<Widget> => {
    const other = await env.widget('other-owner');
    await env.client.create(configMaps, {
      metadata: { name, namespace: 'default', ownerReferences: [controllerReference(other)] },
      data: { key: 'theirs' },
    });
    return other;
  };

  test.each([
    { what: 'in the cache', held: true },
    { what: 'not in the cache', held: false },
  ])('are not changed, with an error: $what', async ({ held }) => {
    await env.start([copier({}, held)]);
    await foreign('a');
    await env.clock.settle();
    env.writes.length = 0;
    await env.widget('a', { data: { key: 'ours' } });
    expect((await read('a')).data).toEqual({ key: 'theirs' });
    expect(errors).toMatchObject([
      { name: 'AlreadyControlledError', code: 'KB_ALREADY_CONTROLLED', controller: { name: 'other-owner' } },
    ]);
    expect(String(errors[0])).toContain('ConfigMap default/a is already controlled by Widget other-owner');
    expect(env.writes).toEqual([]);
  });

  test.each([
    { what: 'in the cache', held: true },
    { what: 'not in the cache', held: false },
  ])('an object without a controller that we did not create is not changed either: $what', async ({ held }) => {
    await env.start([copier({}, held)]);
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { key: 'theirs' } });
    await env.clock.settle();
    await env.widget('a', { data: { key: 'ours' } });
    expect((await read('a')).data).toEqual({ key: 'theirs' });
    expect((await read('a')).metadata.ownerReferences).toBeUndefined();
    expect(errors).toMatchObject([{ code: 'KB_NOT_CONTROLLED', controller: undefined }]);
  });

  test('an object without a controller is taken over with the option adopt', async () => {
    await env.start([copier({ adopt: true })]);
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { key: 'theirs' } });
    await env.clock.settle();
    const widget = await env.widget('a', { data: { key: 'ours' } });
    expect((await read('a')).data).toEqual({ key: 'ours' });
    expect(controllerOf(await read('a'))?.uid).toBe(widget.metadata.uid);
    expect(errors).toEqual([]);
  });

  test('writes to our own object that is not in the cache', async () => {
    await env.start([copier({}, false)]);
    await env.widget('a', { data: { key: 'one' } });
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { key: 'wrong' } } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { key: 'two' } } } });
    await settle();
    expect((await read('a')).data).toEqual({ key: 'two' });
    expect(errors).toEqual([]);
  });

  test('an object in another namespace cannot be owned, which is a bug', async () => {
    const controller = controllerFor(widgets).reconcile(async ({ key, client }) => {
      const widget = client.cached(widgets).get(key);
      if (!widget) return;
      await client
        .apply(configMaps, { metadata: { name: 'a', namespace: 'kube-system' } }, { controlledBy: widget })
        .catch((error: unknown) => void errors.push(error));
    });
    await env.start([controller]);
    await env.widget('a');
    expect(errors).toMatchObject([{ code: 'KB_OWNER_INVALID', message: expect.stringContaining('namespace') }]);
  });
});
