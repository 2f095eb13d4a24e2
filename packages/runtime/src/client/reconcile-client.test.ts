import { controllerOf, isNotFound, isStatusError } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { noAnswer } from '../../test/scenarios/embedded-environment.ts';
import { type Embedded, lateWatch } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { controllerReference, type CopierSetting, startCopierSetting } from '../test-support/copier.ts';

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

  test('sends nothing when nothing changed', async () => {
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

  test('follows the desired state, and removes fields that are not wanted any more', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { one: '1', two: '2' } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { one: null, two: '3' } } } });
    await settle();
    expect((await read('a')).data).toEqual({ two: '3' });
    expect(results).toContain('updated');
  });

  test("repairs fields that another client changed, and leaves that client's fields alone", async () => {
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

  test('creates it again after a deletion', async () => {
    await env.start([copier()]);
    await env.widget('a', { data: { key: 'one' } });
    const { uid } = (await read('a')).metadata;
    await env.client.delete(configMaps, 'default/a');
    await settle();
    expect((await read('a')).metadata.uid).not.toBe(uid);
    expect(results.filter((result) => result === 'created')).toHaveLength(2);
  });

  test('changes only the object with the uid that it names', async () => {
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

  test('restores an owner reference that another client removed', async () => {
    await env.start([copier()]);
    const widget = await env.widget('a');
    await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { metadata: { ownerReferences: null } } });
    // Nobody is woken by an object without an owner.
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 1 } } });
    await settle();
    expect(controllerOf(await read('a'))?.uid).toBe(widget.metadata.uid);
  });

  test('does not send values again that the server stores in another form', async () => {
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

  test('sees its own writes while the watch lags behind', async () => {
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

  test('does not write to a new object of the same name', async () => {
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

  test('repairs it when another client changed it', async () => {
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

describe('deleting a child that is not wanted any more', () => {
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
      metadata: { name: 'a', namespace: 'default', ownerReferences: [controllerReference(owner)] },
    });
    await env.client.create(configMaps, {
      metadata: { name: 'other', namespace: 'default', ownerReferences: [controllerReference(owner)] },
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
