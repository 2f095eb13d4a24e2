import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { asReconciler } from '../controller/controller.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer-names.ts';
import { createFinalizers, FinalizerError } from './finalizers.ts';

describe('finalizers by name', () => {
  const bare: { metadata: { name: string; finalizers?: readonly string[] } } = { metadata: { name: 'a' } };
  test('are added at the end, once, and removed', () => {
    const one = addFinalizer(bare, 'a/b');
    const two = addFinalizer(one, 'c/d');
    expect(two).toEqual({ metadata: { name: 'a', finalizers: ['a/b', 'c/d'] } });
    expect(addFinalizer(two, 'a/b')).toBe(two);
    expect(bare).toEqual({ metadata: { name: 'a' } });
    expect([containsFinalizer(bare, 'a/b'), containsFinalizer(two, 'a/b')]).toEqual([false, true]);
    expect(removeFinalizer(two, 'a/b').metadata.finalizers).toEqual(['c/d']);
    expect(removeFinalizer(bare, 'a/b')).toBe(bare);
    const twice = { metadata: { finalizers: ['a/b', 'c/d', 'a/b'] } };
    expect(removeFinalizer(twice, 'a/b').metadata.finalizers).toEqual(['c/d']);
  });
});

describe('a registry of finalizers', () => {
  let env: Embedded;
  beforeEach(async () => void (env = await startEmbedded()));
  afterEach(() => env.stop());

  test('adds them in the order of registration, cleans up in that order, and lets the object go', async () => {
    const called: string[] = [];
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/second', () => void called.push('second'));
    finalizers.register('example.com/first', () => void called.push('first'));
    const made = await env.widget('a');
    const added = await finalizers.reconcile(env.client, widgets, made);
    expect(added.metadata.finalizers).toEqual(['example.com/second', 'example.com/first']);
    // Nothing to do, so nothing is sent.
    const again = await finalizers.reconcile(env.client, widgets, added);
    expect(again).toBe(added);
    await env.client.delete(widgets, 'default/a');
    const dying = await env.client.get(widgets, 'default/a');
    expect(called).toEqual([]);
    const last = await finalizers.reconcile(env.client, widgets, dying);
    expect([called, last.metadata.finalizers ?? []]).toEqual([['second', 'first'], []]);
    await expect(env.client.get(widgets, 'default/a')).rejects.toMatchObject({ status: { code: 404 } });
  });

  test('may write the status themselves without a conflict', async () => {
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/progress', async (widget) => {
      for (const observedSize of [1, 2]) {
        await env.client.patch(widgets, `default/${widget.metadata.name}`, {
          type: 'merge',
          value: { metadata: { annotations: { step: `${observedSize}` } } },
        });
        await env.client
          .subresource(widgets, 'status')
          .patch('default/a', { type: 'merge', value: { status: { observedSize } } });
      }
    });
    finalizers.register('example.com/other', () => undefined);
    const controller = controllerFor(widgets).reconcile(
      asReconciler(widgets, async (widget, { client }) => void (await finalizers.reconcile(client, widgets, widget))),
    );
    await env.start([controller]);
    await env.widget('a');
    await env.client.delete(widgets, 'default/a');
    await env.clock.settle();
    const told = env.lines.filter(({ level, message }) => level === 'error' || message.includes('overtaken'));
    expect(told.map(({ message, error }) => [message, String(error)])).toEqual([]);
    await expect(env.client.get(widgets, 'default/a')).rejects.toMatchObject({ status: { code: 404 } });
  });

  test.each([
    { what: 'its finalizers', value: { metadata: { finalizers: ['example.com/ours', 'example.com/theirs'] } } },
    { what: 'that it is being deleted', value: undefined },
  ])('are a Conflict when another client changed $what meanwhile', async ({ value }) => {
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/ours', () => undefined);
    finalizers.register('example.com/second', () => undefined);
    const made = await env.client.create(widgets, {
      metadata: { name: 'a', namespace: 'default', finalizers: ['example.com/ours'] },
      spec: {},
    });
    if (value) await env.client.patch(widgets, 'default/a', { type: 'merge', value });
    else await env.client.delete(widgets, 'default/a');
    await expect(finalizers.reconcile(env.client, widgets, made)).rejects.toMatchObject({ status: { code: 409 } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { finalizers: null } } });
  });

  test('keeps failed ones, calls the others, writes their results, and reports all errors', async () => {
    const finalizers = createFinalizers<Widget>();
    let isBroken = true;
    finalizers.register('example.com/ok', (widget) => ({ ...widget, status: { observedSize: 9 } }));
    finalizers.register('example.com/broken', () => {
      if (isBroken) throw new Error('cannot clean up');
    });
    finalizers.register('example.com/also', async () => {
      if (isBroken) await Promise.reject(new Error('nor I'));
    });
    await finalizers.reconcile(env.client, widgets, await env.widget('a'));
    await env.client.delete(widgets, 'default/a');
    const dying = await env.client.get(widgets, 'default/a');
    const error: unknown = await finalizers.reconcile(env.client, widgets, dying).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toMatchObject([
      { finalizer: 'example.com/broken', message: expect.stringContaining('cannot clean up') as string },
      { finalizer: 'example.com/also' },
    ]);
    expect((error as AggregateError).errors[0]).toBeInstanceOf(FinalizerError);
    const kept = await env.client.get(widgets, 'default/a');
    expect([kept.metadata.finalizers, kept.status]).toEqual([
      ['example.com/broken', 'example.com/also'],
      { observedSize: 9 },
    ]);
    isBroken = false;
    await finalizers.reconcile(env.client, widgets, kept);
    await expect(env.client.get(widgets, 'default/a')).rejects.toMatchObject({ status: { code: 404 } });
  });

  test('does not overwrite finalizers that others changed meanwhile', async () => {
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/ours', () => undefined);
    const made = await env.widget('a');
    const patch = { type: 'merge', value: { metadata: { finalizers: ['example.com/theirs'] } } } as const;
    await env.client.patch(widgets, 'default/a', patch);
    await expect(finalizers.reconcile(env.client, widgets, made)).rejects.toMatchObject({
      status: { reason: 'Conflict' },
    });
    const { metadata } = await finalizers.reconcile(env.client, widgets, await env.client.get(widgets, 'default/a'));
    expect(metadata.finalizers).toEqual(['example.com/theirs', 'example.com/ours']);
  });

  test('finalize reports what changed, and writes nothing', async () => {
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/a', (widget) => ({ ...widget, status: { observedSize: 1 } }));
    const made = await env.widget('a');
    expect(await finalizers.finalize(made)).toMatchObject({ updated: true, statusUpdated: false, errors: [] });
    const dying = {
      ...made,
      metadata: { ...made.metadata, deletionTimestamp: 'x', finalizers: ['example.com/a', 'b/c'] },
    };
    expect(await finalizers.finalize(dying)).toMatchObject({
      updated: true,
      statusUpdated: true,
      object: { metadata: { finalizers: ['b/c'] }, status: { observedSize: 1 } },
    });
    expect((await env.client.get(widgets, 'default/a')).metadata.finalizers).toBeUndefined();
  });

  test.each(['example.com/a', 'cleanup', 'a/b/c', 'not a name/x'])('refuses %j', (name) => {
    const finalizers = createFinalizers<Widget>();
    finalizers.register('example.com/a', () => undefined);
    expect(() => finalizers.register(name, () => undefined)).toThrow(TypeError);
  });
});
