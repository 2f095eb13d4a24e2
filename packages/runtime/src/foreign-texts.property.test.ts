import { createVirtualClock, type HttpResponse } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { createClient } from '@kb/client';
import { findSlowAttack, type Reader } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { createHealthServer } from './health/health-server.ts';
import { silentLogger } from './log/logger.ts';
import { withAuthenticationAndAuthorization } from './metrics/server/authentication-filter.ts';
import { metricsHandler } from './metrics/server/metrics-handler.ts';
import { parseAddress } from './serving/address.ts';
import type { HttpHandler, HttpServer } from './serving/http-server.ts';
import { widgets } from './test-support/widgets.ts';
import { hubSpokeConverter, spoke } from './webhook/conversion/hub-spoke-converter.ts';
import { webhookFor } from './webhook/webhook-builder.ts';
import { mutatePath, validatePath } from './webhook/webhook-paths.ts';
import { createWebhookServer } from './webhook/webhook-server.ts';

const clock = createVirtualClock();
const { signal } = new AbortController();
const encoder = new TextEncoder();
const HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'host',
  'traceparent',
  'user-agent',
  'x-unknown',
];

/** Requests to a handler, with a text in each place where it reads one. */
const readersOf = (name: string, handler: HttpHandler, path: string): readonly Reader[] => {
  const get = (where: string, headers: Record<string, string> = {}): unknown =>
    handler({ method: 'GET', path: where, headers }, signal);
  return [
    { name: `${name}: a path`, read: (text) => get(`/${text}`) },
    { name: `${name}: what follows its path`, read: (text) => get(`${path}/${encodeURIComponent(text)}`) },
    { name: `${name}: a query`, read: (text) => get(`${path}?${text}`), own: ['exclude=a&', 'verbose&', '&'] },
    {
      name: `${name}: what a query leaves out`,
      read: (text) => get(`${path}?verbose&exclude=${encodeURIComponent(text)}`),
    },
    ...HEADERS.map((header): Reader => ({
      name: `${name}: the header ${header}`,
      read: (text) => get(path, { [header]: text }),
    })),
  ];
};

const { promise: never } = Promise.withResolvers<never>();
const noServer: HttpServer = { listening: never, run: () => never, close: () => Promise.resolve() };
let health: HttpHandler | undefined;
createHealthServer({
  address: ':0',
  clock,
  serve: (options) => {
    health = options.handler;
    return noServer;
  },
});

/** An API server that knows every token. */
const review = (): HttpResponse => ({
  status: 201,
  headers: { 'content-type': 'application/json' },
  body: encoder.encode(stringifyJson({ status: { authenticated: true, allowed: true, user: { username: 'a' } } })),
});
const client = createClient({ transport: { send: () => Promise.resolve(review()) }, clock });
const registry = { text: () => Promise.resolve('metric 1\n') };
const filter = withAuthenticationAndAuthorization({ client, clock, random: () => 0, log: silentLogger });
const metrics = filter(metricsHandler(registry as never, silentLogger));

const counted = {
  register: () => undefined,
  begin: () => ({ end: () => undefined }),
  conversionPanic: () => undefined,
  admissionPanic: () => undefined,
};
const { transport: webhooks } = createWebhookServer({
  clock,
  metrics: counted,
  webhooks: [
    webhookFor(widgets)
      .defaults((widget) => ({ ...widget, metadata: { ...widget.metadata, labels: { a: 'b' } } }))
      .validates({ create: () => undefined, update: () => undefined })
      .converts(
        hubSpokeConverter(widgets, [spoke({ ...widgets, version: 'v2' }, { toHub: (v2) => v2, fromHub: (v1) => v1 })]),
      ),
  ],
});
const post = (path: string, body: string, type = 'application/json'): unknown =>
  webhooks.send({ method: 'POST', path, headers: { 'content-type': type }, body: encoder.encode(body) });
const widget = (text: string): object => ({
  apiVersion: 'test.example.com/v1',
  kind: 'Widget',
  metadata: { name: text },
  spec: { [text]: text },
});
const admission = (text: string): string =>
  stringifyJson({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: text,
      operation: 'UPDATE',
      name: text,
      object: widget(text) as never,
      oldObject: widget('a') as never,
      userInfo: { username: text },
    },
  });
const conversion = (text: string): string =>
  stringifyJson({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: text, desiredAPIVersion: 'test.example.com/v2', objects: [widget(text) as never] },
  });
const many = (text: string): readonly string[] => Array.from({ length: text.length / 8 }, (_, index) => `x${index}`);

const webhookReaders: readonly Reader[] = [
  ...[mutatePath(widgets), validatePath(widgets), '/convert'].flatMap((path): Reader[] => [
    { name: `${path}: a body`, read: (text) => post(path, text), own: ['{"a":', '[', '"\\u00'] },
    { name: `${path}: a content type`, read: (text) => post(path, '{}', text) },
    { name: `${path}: parameters of a content type`, read: (text) => post(path, '{}', `application/json; a=b${text}`) },
  ]),
  { name: 'an object to admit', read: (text) => post(mutatePath(widgets), admission(text)) },
  { name: 'an object to validate', read: (text) => post(validatePath(widgets), admission(text)) },
  { name: 'an object to convert', read: (text) => post('/convert', conversion(text)) },
  {
    name: 'many fields to admit',
    general: false,
    own: ['x'],
    read: (text) =>
      post(
        mutatePath(widgets),
        stringifyJson({
          apiVersion: 'admission.k8s.io/v1',
          kind: 'AdmissionReview',
          request: {
            uid: 'a',
            operation: 'CREATE',
            object: {
              ...widget('a'),
              spec: Object.fromEntries(many(text).map((key) => [key, key])),
            } as never,
          },
        }),
      ),
  },
  {
    name: 'many objects to convert',
    general: false,
    own: ['x'],
    read: (text) =>
      post(
        '/convert',
        stringifyJson({
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'ConversionReview',
          request: {
            uid: 'a',
            desiredAPIVersion: 'test.example.com/v2',
            objects: many(text).map((name) => widget(name) as never),
          },
        }),
      ),
  },
];

test.each([
  ...readersOf('health', health ?? (() => never), '/healthz'),
  ...readersOf('metrics', metrics, '/metrics'),
  ...readersOf('webhooks', (request) => webhooks.send(request), mutatePath(widgets)),
  ...webhookReaders,
  { name: 'an address', read: parseAddress } satisfies Reader,
])('$name is read in linear time', async (reader) => {
  expect(await findSlowAttack(reader)).toBeUndefined();
});
