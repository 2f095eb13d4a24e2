import {
  type ApplyInput,
  createVirtualClock,
  type int64,
  type JsonObject,
  type KubernetesObject,
  type Resource,
} from '@kb/apimachinery';
import { deepFreeze, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CacheMutation } from './cache/selection/cache-options.ts';
import { copyJson } from './cache/part/collect-objects.ts';
import { estimateSize } from './cache/part/estimate-size.ts';
import { createMutationDetector } from './cache/part/mutation-detector.ts';
import { controllerFor } from './controller/builder.ts';
import { EventCause } from './controller/causes/causes.ts';
import { changedFields } from './controller/causes/changed-fields.ts';
import { generationChanged } from './controller/watch/predicates.ts';
import { seconds } from './durations.ts';
import { withConditions } from './controllerutil/conditions.ts';
import { createOrPatch } from './controllerutil/create-or-patch.ts';
import { createOrUpdate } from './controllerutil/create-or-update.ts';
import { equalSemantically } from './controllerutil/equal-semantically.ts';
import { isEmptyPatch, mergeFrom } from './controllerutil/merge-from.ts';
import { patchStatus } from './controllerutil/patch-status.ts';
import { describeError } from './log/describe-error.ts';
import { createLogger } from './log/logger.ts';
import { jsonSink, textSink } from './log/sinks.ts';
import { createMetricsRegistry } from '@kb/apimachinery/metrics';
import { recordingLogger } from './test-support/recording-logger.ts';
import { startEmbedded } from './test-support/embedded.ts';
import { widgets as openWidgets } from './test-support/widgets.ts';
import { webhookFor } from './webhook/webhook-builder.ts';
import { mutatePath } from './webhook/webhook-paths.ts';
import { createWebhookServer } from './webhook/webhook-server.ts';

interface Widget extends KubernetesObject {
  spec: { n: int64; deep?: { list: int64[] }; seen?: int64 };
  status?: { n?: int64; applied?: int64 };
}
/** The Widgets of the other tests, with a schema that accepts everything. */
const widgets = openWidgets as object as Resource<Widget, ApplyInput<Widget>, 'status'>;

const big = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
);
const widgetOf = (n: bigint, m: bigint): Widget => ({
  apiVersion: 'test.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '', generation: 1 },
  spec: { n, deep: { list: [m, 1] } },
});
const widget = fc.tuple(big, big).map(([n, m]) => widgetOf(n, m));

describe('functions of the runtime take objects with integers past 2^53', () => {
  test('copies, hidden changes and sizes', () => {
    fc.assert(
      fc.property(widget, widget, (one, other) => {
        expect(copyJson(deepFreeze(structuredClone(one)))).toEqual(one);
        expect(estimateSize(one)).toBeGreaterThan(estimateSize({ ...one, spec: { n: 1 } }));
        expect(changedFields(one, structuredClone(one))).toEqual([]);
        expect(changedFields(one, { ...one, spec: { ...one.spec, n: 1 } })).toEqual(['spec.n']);
        expect(equalSemantically(one, structuredClone(one))).toBe(true);
        expect(equalSemantically(one.spec, other.spec)).toBe(stringifyJson(one.spec) === stringifyJson(other.spec));
        expect([equalSemantically({ n: 5n }, { n: 5 }), equalSemantically({ n: 5n }, { n: 6 })]).toEqual([true, false]);
        const cause = new EventCause('watch source: Widget', widgets, {
          type: 'update',
          objectOld: one,
          object: other,
        });
        expect(String(cause)).toContain('Widget default/a');
        expect(generationChanged({ type: 'update', objectOld: one, object: other })).toBe(false);
      }),
    );
  });

  test('patches and conditions', () => {
    fc.assert(
      fc.property(widget, big, (old, n) => {
        const patch = mergeFrom(old).to({ ...old, spec: { ...old.spec, n } });
        expect(isEmptyPatch(patch)).toBe(old.spec.n === n);
        expect(patch.value).toEqual(old.spec.n === n ? {} : { spec: { n } });
        const condition = { type: 'Ready', status: 'True', reason: 'R', message: '', observedGeneration: n } as const;
        const object: KubernetesObject & { status?: object } = old;
        const set = withConditions(object, [condition], 0);
        expect(withConditions(set, [condition], 1)).toBe(set);
        expect(stringifyJson(set)).toContain(`"observedGeneration":${n}`);
      }),
    );
  });

  test('log lines and errors', () => {
    fc.assert(
      fc.property(widget, big, (one, n) => {
        const lines: string[] = [];
        const clock = createVirtualClock();
        for (const sink of [textSink, jsonSink]) {
          const log = createLogger({ clock, sink: sink((line) => void lines.push(line)), level: 'debug' });
          log.with({ n }).info('Looked', { one, spec: one.spec, list: [n, one] });
          const aggregate = new AggregateError([n, new Error(`${n}`, { cause: one.spec })], 'several', { cause: n });
          log.error(aggregate, 'Failed', { n });
          log.error(n, 'Thrown', { spec: one.spec });
        }
        expect(lines).toHaveLength(6);
        for (const line of lines) expect(line).toContain(`${n}`);
        const json = parseJson(lines[3] ?? '') as JsonObject;
        expect(json).toMatchObject({ n, spec: one.spec, list: [n, { kind: 'Widget' }] });
        expect(describeError(n).message).toBe(`${n}`);
      }),
    );
  });

  test('the mutation detector', async () => {
    const clock = createVirtualClock();
    const { log, lines } = recordingLogger();
    const detector = createMutationDetector<Widget>(clock, log);
    const held = detector.remember(widgetOf(2n ** 60n, 1n));
    const stop = detector.start(() => [held]);
    await clock.advance(seconds(1));
    expect(detector.found()).toBe(0);
    held.spec.n = 2n ** 60n + 1n;
    await clock.advance(seconds(1));
    expect(lines.map(({ values }) => values['field'])).toEqual(['.spec.n']);
    stop();
  });

  test('metrics count the nearest float', async () => {
    const registry = createMetricsRegistry();
    const gauge = registry.gauge({ name: 'g', help: 'g' }).with();
    gauge.set(2n ** 60n);
    gauge.inc(2n ** 60n);
    gauge.dec(1n);
    registry
      .counter({ name: 'c_total', help: 'c' })
      .with()
      .inc(2n ** 60n);
    registry
      .histogram({ name: 'h', help: 'h', buckets: [1] })
      .with()
      .observe(2n ** 60n);
    const text = await registry.text();
    const of = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
    expect([of('g'), of('c_total'), of('h_sum')]).toEqual([2 ** 61, 2 ** 60, 2 ** 60]);
  });

  test('webhooks', async () => {
    const webhooks = [
      webhookFor(widgets).defaults((given) => ({ ...given, spec: { ...given.spec, seen: given.spec.n } })),
    ];
    const { transport } = createWebhookServer({ clock: createVirtualClock(), webhooks });
    await fc.assert(
      fc.asyncProperty(widget, async (object) => {
        const request = { uid: 'u', operation: 'CREATE', namespace: 'default', name: 'a', userInfo: {}, object };
        const body = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request };
        const answer = await transport.send({
          method: 'POST',
          path: mutatePath(widgets),
          headers: { 'content-type': 'application/json' },
          body: new TextEncoder().encode(stringifyJson(body)),
        });
        if (!(answer.body instanceof Uint8Array)) throw new TypeError('a stream');
        const { response } = parseJson(answer.body) as { response: { patch: string } };
        const patch = parseJson(Buffer.from(response.patch, 'base64'));
        expect(patch).toEqual([{ op: 'add', path: '/spec/seen', value: object.spec.n }]);
      }),
    );
  });
});

test.each<CacheMutation>(['freeze', 'detect', 'copy', 'trust'])(
  'a reconciler writes back integers past 2^53 in every way, from a cache with mutation "%s"',
  async (mutation) => {
    const env = await startEmbedded();
    const n = 2n ** 63n - 1n;
    const results: unknown[] = [];
    const controller = controllerFor(widgets).reconcile(async ({ key, client, events, log }) => {
      const read = client.cached(widgets).get(key);
      if (!read || key.name !== 'a') return;
      log.info('Read', { spec: read.spec });
      events.event(read, { reason: 'Read', note: `n is ${read.spec.n}`, related: read });
      const other = { namespace: 'default', name: 'b' };
      results.push(
        (await createOrUpdate(client, widgets, other, (draft) => void (draft.spec = { n: read.spec.n }))).result,
      );
      results.push(
        (
          await createOrPatch(
            client,
            widgets,
            key,
            (draft) => void (draft.spec = { ...copyJson<Widget['spec']>(read.spec), seen: n }),
          )
        ).result,
      );
      await client.applyStatus(widgets, { metadata: { ...key }, status: { applied: read.spec.n } });
      results.push(
        await patchStatus(client, widgets, await client.get(widgets, key), { n: read.spec.n, applied: read.spec.n }),
      );
      await client.apply(widgets, { metadata: { namespace: 'default', name: 'c' }, spec: { n: read.spec.n } });
      const again = await client.apply(widgets, {
        metadata: { namespace: 'default', name: 'c' },
        spec: { n: read.spec.n },
      });
      results.push(again.spec.n);
    });
    await env.start([controller], { cache: { mutation } });
    await env.client.create(widgets, {
      metadata: { namespace: 'default', name: 'a' },
      spec: { n, deep: { list: [-n] } },
    });
    await env.clock.advance(seconds(30));
    expect(env.lines.filter(({ level, message }) => level === 'error' || message.startsWith('Warning'))).toEqual([]);
    expect(results.slice(0, 2)).toEqual(['created', 'updated']);
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => env.client.get(widgets, `default/${name}`)));
    expect(a?.spec).toEqual({ n, deep: { list: [-n] }, seen: n });
    expect(a?.status).toEqual({ n, applied: n });
    expect([b?.spec, c?.spec]).toEqual([{ n }, { n }]);
    // Nothing is written again: the cache has the written values.
    const { length } = env.writes;
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { labels: { x: 'y' } } } });
    await env.clock.advance(seconds(30));
    expect(env.writes.slice(length).filter((write) => !write.includes('events'))).toEqual([]);
    await env.stop();
  },
);
