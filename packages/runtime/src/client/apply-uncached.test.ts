import { controllerOf, isForbidden, type KubernetesObject } from '@kb/apimachinery';
import { configMaps, resourceQuotas } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALL_OTHER_NAMESPACES } from '../cache/selection/cache-options.ts';
import { controllerFor } from '../controller/builder.ts';
import type { Manager } from '../manager/manager.ts';
import type { ManagerOptions } from '../manager/manager-options.ts';
import type { Embedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import type { ReconcileApplyOptions } from './reconcile-client.ts';
import { type CopierSetting, startCopierSetting } from '../test-support/copier.ts';

let env: Embedded;
let results: string[];
let errors: unknown[];
let copier: CopierSetting['copier'];
let read: CopierSetting['read'];
let settle: CopierSetting['settle'];

beforeEach(async () => {
  ({ env, results, errors, copier, read, settle } = await startCopierSetting());
});
afterEach(async () => {
  await env.stop();
});

describe('objects that the cache does not know', () => {
  /**
   * The ConfigMaps in the cache: none, those of another namespace, those of another label, those of this namespace by
   * the watch of all other namespaces.
   */
  const caches: [what: string, held: boolean, cache: ManagerOptions['cache'], gets: boolean][] = [
    ['a kind that is not cached', false, {}, true],
    ['another namespace', true, { byResource: [{ resource: configMaps, namespaces: ['elsewhere'] }] }, true],
    ['other labels', true, { byResource: [{ resource: configMaps, labelSelector: 'app=other' }] }, true],
    [
      'the rest of the namespaces',
      true,
      { byResource: [{ resource: configMaps, namespaces: ['elsewhere', ALL_OTHER_NAMESPACES] }] },
      false,
    ],
    ['all', true, {}, false],
  ];
  /** Live reads of the ConfigMap. */
  let gets: number;
  beforeEach(() => {
    gets = 0;
    env.intercept = (request) => {
      if (request.method === 'GET' && /\/configmaps\/a(\?|$)/.test(request.path)) gets += 1;
      return undefined;
    };
  });
  const start = (held: boolean, cache: ManagerOptions['cache'], options?: ReconcileApplyOptions): Promise<Manager> =>
    env.start([copier(options, held)], { ...(cache && { cache }) });
  const change = async (value: object): Promise<void> => {
    await env.client.patch(widgets, 'default/a', { type: 'merge', value });
    await settle();
  };

  test.each(caches)(
    'an apply is sent if it changes something, and reports the right result: %s',
    async (_what, held, cache, reads) => {
      await start(held, cache);
      await env.widget('a', { data: { key: 'one' } });
      await settle();
      results.length = 0;
      const before = gets;
      await change({ metadata: { annotations: { touched: 'yes' } } });
      expect([results, env.writes]).toEqual([['unchanged'], ['PATCH configmaps/a']]);
      expect(gets - before).toBe(reads ? 1 : 0);
      await change({ spec: { data: { key: 'two' } } });
      await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { key: 'wrong' } } });
      await change({ metadata: { annotations: { touched: 'again' } } });
      await env.client.delete(configMaps, 'default/a');
      await change({ metadata: { annotations: { touched: 'at last' } } });
      expect(results.filter((result) => result !== 'unchanged')).toEqual(['updated', 'repaired', 'created']);
      expect(env.writes).toHaveLength(4);
      expect([(await read('a')).data, errors]).toEqual([{ key: 'two' }, []]);
    },
  );

  test.each(caches)('also without an owner: %s', async (_what, held, cache) => {
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { other: 'theirs' } });
    const controller = controllerFor(widgets).reconcile(async ({ client }) => {
      const object = { metadata: { name: 'a', namespace: 'default' }, data: { key: 'one' } };
      await client.apply(configMaps, object, { onResult: (result) => void results.push(result) });
    });
    await env.start([held ? controllerFor(widgets).reads(configMaps).reconcile(controller.reconcile) : controller], {
      ...(cache && { cache }),
    });
    await env.widget('a');
    await change({ metadata: { annotations: { touched: 'yes' } } });
    expect([results, env.writes]).toEqual([['updated', 'unchanged'], ['PATCH configmaps/a']]);
  });

  test.each(caches)(
    'an object without a controller is not taken over, even without a conflict: %s',
    async (_what, held, cache) => {
      const made = await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
      await start(held, cache);
      await env.widget('a', { data: { key: 'ours' } });
      await settle();
      expect(await read('a')).toEqual(made);
      expect(errors).toMatchObject([{ code: 'KB_NOT_CONTROLLED', controller: undefined }]);
      expect([results, env.writes]).toEqual([[], []]);
    },
  );

  test.each(caches)('an object that was created a moment before is not taken over: %s', async (_what, held, cache) => {
    let made: KubernetesObject | undefined;
    env.intercept = async (request) => {
      if (request.method === 'PATCH' && request.path.includes('/configmaps/a'))
        made ??= await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
      return undefined;
    };
    await start(held, cache);
    await env.widget('a', { data: { key: 'ours' } });
    await settle();
    expect(made).toBeDefined();
    expect(await read('a')).toEqual(made);
    expect(errors[0]).toMatchObject({ code: 'KB_NOT_CONTROLLED', controller: undefined });
    expect(results).toEqual([]);
  });

  test('an object that was created a moment before is taken over with the option adopt', async () => {
    let made: KubernetesObject | undefined;
    env.intercept = async (request) => {
      if (request.method === 'PATCH' && request.path.includes('/configmaps/a'))
        made ??= await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
      return undefined;
    };
    await start(false, {}, { adopt: true });
    const widget = await env.widget('a', { data: { key: 'ours' } });
    await settle();
    expect(controllerOf(await read('a'))?.uid).toBe(widget.metadata.uid);
    expect((await read('a')).metadata.uid).toBe(made?.metadata.uid);
  });

  test('a forbidden read explains why it was made, and nothing is written', async () => {
    env.intercept = (request) => {
      if (request.method !== 'GET' || !request.path.includes('/configmaps/a')) return undefined;
      const status = {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'Forbidden',
        code: 403,
        message: 'no',
      };
      return { status: 403, headers: {}, body: new TextEncoder().encode(JSON.stringify(status)) };
    };
    await start(false, {});
    await env.widget('a', { data: { key: 'ours' } });
    expect(errors.every(isForbidden)).toBe(true);
    expect(String(errors[0])).toContain(
      'ConfigMap default/a is not in the cache, so that an apply reads it first, which is forbidden: no. Grant the verb get of configmaps, or cache them',
    );
    expect(env.writes).toEqual([]);
  });

  test('values that the server stores in another form are sent once', async () => {
    const controller = controllerFor(widgets).reconcile(async ({ client }) => {
      const object = { metadata: { name: 'a', namespace: 'default' }, spec: { hard: { 'requests.cpu': '1000m' } } };
      await client.apply(resourceQuotas, object, { onResult: (result) => void results.push(result) });
    });
    await env.start([controller]);
    await env.widget('a');
    await change({ metadata: { annotations: { touched: 'yes' } } });
    expect((await env.client.get(resourceQuotas, 'default/a')).spec?.hard).toEqual({ 'requests.cpu': '1' });
    expect([results, env.writes]).toEqual([['created', 'unchanged'], ['PATCH resourcequotas/a']]);
  });
});
