import { createVirtualClock, type HttpRequest } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { hostileValue } from '../test-support/hostile-values.ts';
import { widgets } from '../test-support/widgets.ts';
import { hubSpokeConverter, spoke } from './conversion/hub-spoke-converter.ts';
import { webhookFor } from './webhook-builder.ts';
import { mutatePath, validatePath } from './webhook-paths.ts';
import { createWebhookServer } from './webhook-server.ts';

const v2 = { ...widgets, version: 'v2' };

/** A server all of whose functions throw. */
function serverThatThrows(fail: () => never) {
  const { log, lines } = recordingLogger();
  const { transport } = createWebhookServer({
    clock: createVirtualClock(),
    log,
    webhooks: [
      webhookFor(widgets)
        .defaults(fail)
        .validates({ create: fail })
        .converts(hubSpokeConverter(widgets, [spoke(v2, { toHub: fail, fromHub: fail })])),
    ],
  });
  return { transport, lines };
}

const post = (path: string, body: object): HttpRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(stringifyJson(body)),
});

const { group, version, kind } = widgets;
const object = { apiVersion: `${group}/${version}`, kind, metadata: { name: 'a' }, spec: {} };
const admission = {
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: { uid: '1', operation: 'CREATE', object },
};
const conversion = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  request: { uid: '1', desiredAPIVersion: `${group}/v2`, objects: [object] },
};

test.each([
  ['a defaulter', mutatePath(widgets), admission, { allowed: false }],
  ['a validator', validatePath(widgets), admission, { allowed: false }],
  ['a conversion', '/convert', conversion, { result: { status: 'Failure' } }],
])('%s may throw anything: the response is a refusal of bounded length', async (_name, path, review, response) => {
  await fc.assert(
    fc.asyncProperty(hostileValue, async ({ make }) => {
      const thrown = make();
      const { transport } = serverThatThrows(() => {
        throw thrown;
      });
      const { status, body } = await transport.send(post(path, review));
      expect(status).toBe(200);
      const bytes = body instanceof Uint8Array ? body : new Uint8Array();
      expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ response: { uid: '1', ...response } });
      expect(bytes.length).toBeLessThan(100_000);
    }),
  );
});
