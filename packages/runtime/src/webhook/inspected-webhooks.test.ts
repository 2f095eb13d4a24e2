import { createVirtualClock, defineResource } from '@kb/apimachinery';
import { secrets } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { inspectRecords } from '../test-support/inspected-records.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { hubSpokeConverter, spoke } from './conversion/hub-spoke-converter.ts';
import { type WebhookDescription, webhookFor } from './webhook-builder.ts';
import { CONVERT_PATH, mutatePath, validatePath } from './webhook-paths.ts';
import { createWebhookServer } from './webhook-server.ts';

const widget = {
  apiVersion: 'test.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
  spec: {},
};
const request = {
  uid: 'u',
  operation: 'CREATE',
  namespace: 'default',
  name: 'w',
  userInfo: { username: 'eve' },
  dryRun: true,
};

/** Calls a webhook with the request of a review, and returns the records of the call. */
async function callsOf(webhook: WebhookDescription, path: string, body: object) {
  using records = inspectRecords();
  const server = createWebhookServer({ clock: createVirtualClock(), webhooks: [webhook] });
  const { status } = await server.transport.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  expect(status).toBe(200);
  return records.of('webhook-call');
}

const admission = (object: object): object => ({
  kind: 'AdmissionReview',
  apiVersion: 'admission.k8s.io/v1',
  request: { ...request, object },
});

test('a call of a mutating webhook has what it changed', async () => {
  const webhook = webhookFor(widgets).defaults((object, { warn }) => {
    warn('defaults are set');
    return { ...object, spec: { ...object.spec, size: 3 } };
  });
  expect(await callsOf(webhook, mutatePath(widgets), admission(widget))).toMatchObject([
    {
      kind: 'mutating',
      path: mutatePath(widgets),
      operation: 'CREATE',
      groupKind: 'Widget.test.example.com',
      object: { namespace: 'default', name: 'w' },
      user: 'eve',
      dryRun: true,
      allowed: true,
      warnings: ['defaults are set'],
      changes: [{ path: 'spec.size', after: 3 }],
    },
  ]);
});

test.each([
  ['refuses', (): never => Promise.reject(new Error('13 brings bad luck')) as never, '13 brings bad luck'],
  ['fails', (): never => (undefined as never)['x'], /Cannot read/],
])('a call of a validating webhook that %s has the message', async (_what, create, message) => {
  const webhook = webhookFor(widgets).validates({ create });
  const [call] = await callsOf(webhook, validatePath(widgets), admission(widget));
  expect(call).toMatchObject({ kind: 'validating', allowed: false, changes: [] });
  expect(call?.message).toMatch(message);
});

test('a call about a Secret has no values', async () => {
  const webhook = webhookFor(secrets).defaults((object) => ({
    ...object,
    data: { ...object.data, more: 'aHVudGVyMg==' },
  }));
  const secret = { ...widget, apiVersion: 'v1', kind: 'Secret', spec: undefined, data: { a: 'c2VjcmV0' } };
  const [call] = await callsOf(webhook, mutatePath(secrets), admission(secret));
  expect(call?.changes).toEqual([{ path: 'data.more' }]);
  expect(JSON.stringify(call)).not.toMatch(/aHVudGVyMg|c2VjcmV0/);
});

test('a conversion has how many objects it was asked for, and why it failed', async () => {
  const second = spoke(defineResource<Widget>({ ...widgets, version: 'v2' }), {
    toHub: () => ({}),
    fromHub: () => ({}),
  });
  const webhook = webhookFor(widgets).converts(hubSpokeConverter(widgets, [second]));
  const review = (desiredAPIVersion: string): object => ({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid: 'u', desiredAPIVersion, objects: [widget, widget] },
  });
  const about = {
    kind: 'conversion',
    groupKind: 'Widget.test.example.com',
    object: { namespace: 'default', name: 'w' },
  };
  expect(await callsOf(webhook, CONVERT_PATH, review('test.example.com/v2'))).toMatchObject([
    { ...about, allowed: true, message: '2 objects to test.example.com/v2' },
  ]);
  const [failed] = await callsOf(webhook, CONVERT_PATH, review('test.example.com/v9'));
  expect(failed).toMatchObject({ ...about, allowed: false });
  expect(failed?.message).toMatch(/^2 objects to test\.example\.com\/v9: Widget/);
});
