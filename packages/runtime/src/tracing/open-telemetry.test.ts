import { createVirtualClock } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import type { Controller } from '../controller/controller.ts';
import { startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { openTelemetryTracer } from './open-telemetry.ts';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = openTelemetryTracer(provider.getTracer('test'));

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());
beforeEach(() => exporter.reset());

test('one trace leads from the work to its requests, each request in the work that sent it', async () => {
  const client = createClient({
    transport: {
      host: 'api:6443',
      send: ({ path }) =>
        Promise.resolve({
          status: path.endsWith('/b') ? 404 : 200,
          headers: { 'content-type': 'application/json' },
          body: new TextEncoder().encode('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}'),
        }),
    },
    clock: createVirtualClock(),
    tracer,
  });
  const reconcile = (name: string): Promise<unknown> =>
    tracer.span('reconcile', { name, absent: undefined }, async () => {
      await Promise.resolve();
      await client.get(configMaps, `default/${name}`);
    });
  const ends = await Promise.allSettled([reconcile('a'), reconcile('b')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);

  const spans = exporter.getFinishedSpans();
  const parents = spans
    .filter(({ name }) => name === 'reconcile')
    .sort((a, b) => (String(a.attributes['name']) < String(b.attributes['name']) ? -1 : 1));
  expect(parents.map(({ attributes, status, kind }) => [attributes, status.code, kind])).toEqual([
    [{ name: 'a' }, SpanStatusCode.UNSET, SpanKind.INTERNAL],
    [{ name: 'b' }, SpanStatusCode.ERROR, SpanKind.INTERNAL],
  ]);
  for (const parent of parents) {
    const inside = spans.filter((span) => span.parentSpanContext?.spanId === parent.spanContext().spanId);
    expect(inside.map(({ kind, attributes }) => [kind, attributes['k8s.object.name']])).toEqual([
      [SpanKind.CLIENT, parent.attributes['name']],
    ]);
    expect(inside[0]?.spanContext().traceId).toBe(parent.spanContext().traceId);
  }
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(2);
});

test('a span has attributes that were set later, and a failure that was not thrown', async () => {
  const answer = await tracer.span('work', {}, (span) => {
    span.set('items', 3);
    span.fail('as asked');
    return Promise.resolve('done');
  });
  expect(answer).toBe('done');
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({
    attributes: { items: 3 },
    status: { code: SpanStatusCode.ERROR, message: 'as asked' },
    events: [{ name: 'exception' }],
  });
});

test('a reconcile of a manager is a span from the queue to its last request', async () => {
  const env = await startEmbedded();
  try {
    const controller = (name: string): Controller =>
      controllerFor(widgets)
        .named(name)
        .reconcile(async ({ key, client }) => {
          if (client.cached(widgets).get(key)?.metadata.annotations?.['by'] === name) return;
          await client.patch(widgets, key, { type: 'merge', value: { metadata: { annotations: { by: name } } } });
        });
    await env.start([controller('traced')], { tracer });
    await env.widget('a');
    const spans = exporter.getFinishedSpans();
    const [reconcile] = spans.filter(({ name }) => name === 'reconcile');
    expect(reconcile?.attributes).toMatchObject({
      controller: 'traced',
      namespace: 'default',
      name: 'a',
      reconcileID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      queueWaitSeconds: 0,
    });
    const inside = spans.filter((span) => span.parentSpanContext?.spanId === reconcile?.spanContext().spanId);
    expect(
      inside.map(({ name, attributes }) => [
        name,
        attributes['http.request.method'],
        attributes['http.response.status_code'],
      ]),
    ).toEqual([['patch widgets', 'PATCH', 200]]);
  } finally {
    await env.stop();
  }
});
