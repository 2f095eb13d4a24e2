import {
  controllerOf,
  isForbidden,
  isNotFound,
  isStatusError,
  type KubernetesObject,
  type OwnerReference,
} from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps, resourceQuotas } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allOtherNamespaces } from '../cache/cache-options.ts';
import { controllerFor } from '../controller/builder.ts';
import type { Controller, Reconciler } from '../controller/controller.ts';
import { seconds } from '../durations.ts';
import type { Manager, ManagerOptions } from '../manager/manager.ts';
import { noAnswer } from '../../test/scenarios/embedded-environment.ts';
import { type Embedded, lateWatch, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { isAlreadyControlledError } from './already-controlled-error.ts';
import type { ReconcileApplyOptions } from './reconcile-client.ts';

let env: Embedded;
/** What applies said they did. */
let results: string[];
/** What reconciles threw. */
let errors: unknown[];

beforeEach(async () => {
  env = await startEmbedded();
  results = [];
  errors = [];
});
afterEach(async () => {
  await env.stop();
});

/** A controller that writes each Widget's data into a ConfigMap of its name. */
const copier = (options: ReconcileApplyOptions = {}, held = true): Controller => {
  const reconcile: Reconciler = async ({ key, client }) => {
    const widget = client.cached(widgets).get(key);
    if (!widget) return;
    try {
      await client.apply(
        configMaps,
        { metadata: { name: key.name, labels: { app: key.name } }, data: widget.spec.data ?? {} },
        { controlledBy: widget, onResult: (result) => void results.push(result), ...options },
      );
    } catch (error) {
      errors.push(error);
      if (!isAlreadyControlledError(error)) throw error;
    }
  };
  const builder = controllerFor(widgets).named('copier');
  return (held ? builder.owns(configMaps) : builder).reconcile(reconcile);
};

const read = (name: string): ReturnType<typeof get> => get(name);
const get = async (name: string): Promise<KubernetesObject & { data?: Record<string, string> }> =>
  env.client.get(configMaps, `default/${name}`);
const settle = (): Promise<void> => env.clock.advance(seconds(1));

const ownerReference = (owner: KubernetesObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
});

describe('applying a child', () => {
  test('creates it in the owner’s namespace, controlled by the owner', async () => {
    await env.start([copier()]);
    const widget = await env.widget('a', { data: { key: 'one' } });
    const child = await read('a');
    expect(child.data).toEqual({ key: 'one' });
    expect(child.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'test.example.com/v1',
        kind: 'Widget',
        name: 'a',
        uid: widget.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    expect(child.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
      ['copier-controller', 'Apply'],
    ]);
    expect(results[0]).toBe('created');
  });

  test('sends nothing more when nothing changed', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    await settle();
    env.writes.length = 0;
    await env.client.patch(widgets, 'default/a', {
      type: 'merge',
      value: { metadata: { annotations: { touched: 'yes' } } },
    });
    await env.clock.advance(seconds(60));
    expect(env.writes).toEqual([]);
    expect(results.at(-1)).toBe('unchanged');
  });

  test('sends nothing after a restart either, when nothing changed', async () => {
    const first = await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    const stopping = first.stop();
    await env.clock.settle();
    await stopping;
    env.writes.length = 0;
    results.length = 0;
    await env.start([copier()]);
    await settle();
    expect([env.writes, results]).toEqual([[], ['unchanged']]);
  });

  test('follows what is wanted, and takes away what is wanted no more', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { one: '1', two: '2' } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { one: null, two: '3' } } } });
    await settle();
    expect((await read('a')).data).toEqual({ two: '3' });
    expect(results).toContain('updated');
  });

  test('puts right what somebody changed, and leaves alone what is theirs', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    const change = { metadata: { labels: { app: 'wrong', theirs: 'yes' } }, data: { key: 'wrong', other: 'theirs' } };
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: change });
    await settle();
    const child = await read('a');
    expect(child.data).toEqual({ key: 'one', other: 'theirs' });
    expect(child.metadata.labels).toEqual({ app: 'a', theirs: 'yes' });
    expect(results.filter((result) => result !== 'unchanged')).toEqual(['created', 'repaired']);
    env.writes.length = 0;
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { other: 'changed' } } });
    await settle();
    expect(env.writes).toEqual([]);
  });

  test('makes it anew when it was deleted', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    const { uid } = (await read('a')).metadata;
    await env.client.delete(configMaps, 'default/a');
    await settle();
    expect((await read('a')).metadata.uid).not.toBe(uid);
    expect(results.filter((result) => result === 'created')).toHaveLength(2);
  });

  test('goes to the very object that it names by its uid, and to no other', async () => {
    const refused: unknown[] = [];
    let uid = '';
    const controller = controllerFor(widgets)
      .owns(configMaps)
      .reconcile(async ({ key: { name }, client }) => {
        const metadata = { name, namespace: 'default', uid };
        await client
          .apply(configMaps, { metadata, data: { key: 'one' } })
          .catch((error: unknown) => refused.push(error));
      });
    await env.start([controller]);
    const made = await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    ({ uid } = made.metadata);
    await env.widget('a');
    expect([(await read('a')).data, refused]).toEqual([{ key: 'one' }, []]);
    await env.client.delete(configMaps, 'default/a');
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 1 } } });
    await settle();
    expect((await read('a')).data).toBeUndefined();
    expect(refused.map((error) => isStatusError(error) && error.status.reason)).toEqual(['Conflict']);
  });

  test('puts back an owner reference that somebody took away', async () => {
    await env.start([copier()]);
    const widget = await env.widget('a');
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { metadata: { ownerReferences: null } } });
    // Nobody is woken by an object without an owner.
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 1 } } });
    await settle();
    expect(controllerOf(await read('a'))?.uid).toBe(widget.metadata.uid);
  });

  test('does not fight about values that the server writes in another form', async () => {
    const controller = controllerFor(widgets)
      .owns(deployments)
      .reconcile(async ({ key, client }) => {
        const widget = client.cached(widgets).get(key);
        if (!widget) return;
        const labels = { app: key.name };
        const containers = [{ name: 'app', image: 'nginx', resources: { limits: { cpu: '1000m', memory: '1024Mi' } } }];
        const object = {
          metadata: { name: key.name },
          spec: {
            replicas: 1,
            selector: { matchLabels: labels },
            template: { metadata: { labels }, spec: { containers } },
          },
        };
        await client.apply(deployments, object, {
          controlledBy: widget,
          onResult: (result) => void results.push(result),
        });
      });
    await env.start([controller]);
    await env.widget('a');
    const deployment = await env.client.get(deployments, 'default/a');
    expect(deployment.spec.template.spec?.containers[0]?.resources?.limits).toEqual({ cpu: '1', memory: '1Gi' });
    env.writes.length = 0;
    await env.client.patch(deployments, 'default/a', {
      type: 'merge',
      value: { metadata: { annotations: { touched: 'yes' } } },
    });
    await settle();
    expect([env.writes, results.at(-1)]).toEqual([[], 'unchanged']);
  });

  test('counts on its own writes while the watch lags behind', async () => {
    env.intercept = lateWatch('configmaps', env.clock, seconds(10));
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    for (const key of ['two', 'three']) {
      await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { key } } } });
      await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { annotations: { key } } } });
      await env.clock.advance(100);
    }
    expect(env.writes).toEqual(['PATCH configmaps/a', 'PATCH configmaps/a', 'PATCH configmaps/a']);
    expect(new Set(results)).toEqual(new Set(['created', 'updated', 'unchanged']));
    await env.clock.advance(seconds(60));
    expect(env.writes).toHaveLength(3);
    expect((await read('a')).data).toEqual({ key: 'three' });
  });

  test('an object that was made anew behind our back is not written to as if it were the old one', async () => {
    env.intercept = lateWatch('configmaps', env.clock, seconds(10));
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    await env.clock.advance(seconds(60));
    await env.client.delete(configMaps, 'default/a');
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { key: 'theirs' } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { key: 'two' } } } });
    await env.clock.advance(seconds(30));
    expect((await read('a')).data).toEqual({ key: 'theirs' });
    expect(errors.at(-1)).toMatchObject({ code: 'KB_NOT_CONTROLLED' });
  });
});

describe('what the cache cannot tell', () => {
  /**
   * What a controller is told of ConfigMaps: nothing, those of another namespace, those of another label, those of this
   * namespace by a part of the cache for the others.
   */
  const caches: [what: string, held: boolean, cache: ManagerOptions['cache'], gets: boolean][] = [
    ['a kind that is not cached', false, {}, true],
    ['another namespace', true, { byResource: [{ resource: configMaps, namespaces: ['elsewhere'] }] }, true],
    ['other labels', true, { byResource: [{ resource: configMaps, labelSelector: 'app=other' }] }, true],
    [
      'the rest of the namespaces',
      true,
      { byResource: [{ resource: configMaps, namespaces: ['elsewhere', allOtherNamespaces] }] },
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
    'an apply is sent where it changes something, and says the truth: %s',
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

  test.each(caches)('without an owner too: %s', async (_what, held, cache) => {
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
    'what nobody controls is not taken over, though no field is in the way: %s',
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

  test.each(caches)('what was made in the moment before is not taken over: %s', async (_what, held, cache) => {
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

  test('what was made in the moment before is taken over when the controller is told to', async () => {
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

  test('a read that is forbidden says what it was for, and nothing is written', async () => {
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

  test('values that the server writes in another form are sent once', async () => {
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

describe('what somebody else controls', () => {
  const foreign = async (name: string): Promise<Widget> => {
    const other = await env.widget('other-owner');
    await env.client.create(configMaps, {
      metadata: { name, namespace: 'default', ownerReferences: [ownerReference(other)] },
      data: { key: 'theirs' },
    });
    return other;
  };

  test.each([
    { what: 'in the cache', held: true },
    { what: 'not in the cache', held: false },
  ])('is left alone, and said so: $what', async ({ held }) => {
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
  ])('nor is what nobody controls and we did not make: $what', async ({ held }) => {
    await env.start([copier({}, held)]);
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { key: 'theirs' } });
    await env.clock.settle();
    await env.widget('a', { data: { key: 'ours' } });
    expect((await read('a')).data).toEqual({ key: 'theirs' });
    expect((await read('a')).metadata.ownerReferences).toBeUndefined();
    expect(errors).toMatchObject([{ code: 'KB_NOT_CONTROLLED', controller: undefined }]);
  });

  test('an object that nobody controls is taken over when the controller is told to', async () => {
    await env.start([copier({ adopt: true })]);
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: { key: 'theirs' } });
    await env.clock.settle();
    const widget = await env.widget('a', { data: { key: 'ours' } });
    expect((await read('a')).data).toEqual({ key: 'ours' });
    expect(controllerOf(await read('a'))?.uid).toBe(widget.metadata.uid);
    expect(errors).toEqual([]);
  });

  test('an object that is not in the cache but ours is written to', async () => {
    await env.start([copier({}, false)]);
    await env.widget('a', { data: { key: 'one' } });
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { key: 'wrong' } } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { key: 'two' } } } });
    await settle();
    expect((await read('a')).data).toEqual({ key: 'two' });
    expect(errors).toEqual([]);
  });

  test('an object of another namespace cannot be owned: that is a mistake in the program', async () => {
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

describe('applying a status', () => {
  const reporter = controllerFor(widgets).reconcile(async ({ key, client }) => {
    const widget = client.cached(widgets).get(key);
    if (!widget) return;
    const { name, namespace } = widget.metadata;
    await client.applyStatus(
      widgets,
      { metadata: { name, ...(namespace && { namespace }) }, status: { observedSize: widget.spec.size ?? 0 } },
      { onResult: (result) => void results.push(result) },
    );
  });

  test('writes it once for each change', async () => {
    await env.start([reporter]);
    await env.widget('a', { size: 3 });
    await settle();
    expect((await env.client.get(widgets, 'default/a')).status).toEqual({ observedSize: 3 });
    expect(env.writes).toEqual(['PATCH a/status']);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 4 } } });
    await settle();
    expect((await env.client.get(widgets, 'default/a')).status).toEqual({ observedSize: 4 });
    expect(env.writes).toHaveLength(2);
  });

  test('puts it right when somebody changed it', async () => {
    await env.start([reporter]);
    await env.widget('a', { size: 3 });
    await env.client
      .subresource(widgets, 'status')
      .patch('default/a', { type: 'merge', value: { status: { observedSize: 9 } } });
    await settle();
    expect((await env.client.get(widgets, 'default/a')).status).toEqual({ observedSize: 3 });
    expect(results).toContain('repaired');
  });
});

describe('deleting a child that is wanted no more', () => {
  const remover = controllerFor(widgets)
    .owns(configMaps)
    .reconcile(async ({ key, client }) => {
      const widget = client.cached(widgets).get(key);
      if (!widget) return;
      results.push(String(await client.deleteControlled(configMaps, key, { controlledBy: widget })));
    });

  test('deletes what the owner controls, and nothing else', async () => {
    const other = await env.widget('other');
    const owner = await env.widget('a');
    await env.client.create(configMaps, {
      metadata: { name: 'a', namespace: 'default', ownerReferences: [ownerReference(owner)] },
    });
    await env.client.create(configMaps, {
      metadata: { name: 'other', namespace: 'default', ownerReferences: [ownerReference(owner)] },
    });
    await env.start([remover]);
    await settle();
    await expect(read('a')).rejects.toSatisfy(isNotFound);
    expect(controllerOf(await read('other'))?.uid).toBe(owner.metadata.uid);
    expect(results.filter((result) => result === 'true')).toHaveLength(1);
    expect(env.writes).toEqual(['DELETE configmaps/a']);
    expect(other.metadata.name).toBe('other');
  });
});

describe('every call of a reconcile', () => {
  test('ends with its signal', async () => {
    env.intercept = (request, signal) => (request.path.includes('configmaps/a') ? noAnswer(signal) : undefined);
    const controller = controllerFor(widgets)
      .withOptions({ reconciliationTimeout: seconds(1) })
      .reconcile(async ({ client }) => {
        if (errors.length > 0) return;
        await client.get(configMaps, 'default/a').catch((error: unknown) => {
          errors.push(error);
          throw error;
        });
      });
    await env.start([controller]);
    await env.widget('a');
    await env.clock.advance(seconds(3));
    expect(errors).toMatchObject([{ code: 'KB_RECONCILE_TIMEOUT' }]);
  });
});
