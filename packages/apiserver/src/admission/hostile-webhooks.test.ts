import { isJsonObject } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anything, configMap, configMaps, configureOn, patchOf, startLab } from '../test-support/webhook-lab.ts';
import { startWire } from '../test-support/wire.ts';

test('a webhook that answers too late fails the request, in time', async () => {
  const lab = startLab(() => new Promise(() => undefined));
  await lab.configure('Validating', { timeoutSeconds: 1 });
  const posting = lab.post(configMaps, configMap('a'));
  await lab.clock.advance(1000);
  const { status, body } = await posting;
  expect([status, body.message]).toEqual([
    500,
    'Internal error occurred: failed calling webhook "lab.example.com": failed to call webhook: Post "https://lab.example.com/?timeout=1s": context deadline exceeded',
  ]);
});

const whenCalling = 'Internal error occurred: failed calling webhook "lab.example.com": failed to call webhook:';

test.each([
  [
    'that never ends',
    async function* () {
      for (;;) yield new Uint8Array(1024 * 1024);
    },
    'the response is longer than 33554432 bytes',
  ],
  [
    'that is too slow',
    async function* () {
      yield new Uint8Array(1);
      await new Promise(() => undefined);
    },
    'context deadline exceeded',
  ],
])('a webhook with a response %s fails the request', async (_, body, why) => {
  const wire = startWire({
    webhooks: { transport: () => ({ send: async () => ({ status: 200, headers: {}, body: body() }) }) },
  });
  await configureOn(wire, 'Validating', {});
  const posting = wire.post(configMaps, configMap('a'));
  await wire.clock.advance(10_000);
  expect((await posting).body.message).toBe(
    `${whenCalling} unexpected error when reading response body. Please retry. Original error: ${why}`,
  );
});

test.each([
  ['2s', 'https://lab.example.com/?timeout=2s'],
  ['1500ms', 'https://lab.example.com/?timeout=2s'],
  ['20s', 'https://lab.example.com/?timeout=10s'],
])('a request with a timeout of %s tells webhooks how much is left', async (timeout, url) => {
  const urls: string[] = [];
  const wire = startWire({
    webhooks: {
      transport: ({ origin }) => ({
        send: async ({ path }) => {
          urls.push(`${origin}${path}`);
          throw new Error('nobody is there');
        },
      }),
    },
  });
  await configureOn(wire, 'Mutating', {});
  expect((await wire.post(`${configMaps}?timeout=${timeout}`, configMap('a'))).status).toBe(500);
  expect(urls).toEqual([url]);
});

test('a request whose deadline passes while webhooks are called is answered in time', async () => {
  const lab = startLab(() => new Promise(() => undefined));
  await lab.configure('Validating');
  const posting = lab.post(`${configMaps}?timeout=3s`, configMap('a'));
  await lab.clock.advance(3000);
  expect((await posting).status).toBe(504);
  expect((await lab.get(`${configMaps}/a`)).status).toBe(404);
});

test('two webhooks that undo each other are called twice at most', async () => {
  const lab = startLab(({ object }) => {
    const metadata = isJsonObject(object) && isJsonObject(object.metadata) ? object.metadata : {};
    const value = { turn: isJsonObject(metadata.labels) && metadata.labels.turn === 'a' ? 'b' : 'a' };
    return patchOf({ op: 'add', path: '/metadata/labels', value });
  });
  await lab.configure('Mutating', { reinvocationPolicy: 'IfNeeded' });
  await lab.post('/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
    metadata: { name: 'other' },
    webhooks: [
      {
        name: 'other.example.com',
        clientConfig: { url: 'https://other.example.com/' },
        rules: anything,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        reinvocationPolicy: 'IfNeeded',
      },
    ],
  });
  expect((await lab.post(configMaps, configMap('a'))).status).toBe(201);
  expect(lab.asked).toHaveLength(4);
});

test('any response gives a response to the request, and never an internal error of ours', async () => {
  let given: unknown;
  const lab = startLab(() => given);
  await lab.configure('Mutating');
  let count = 0;
  const value = fc.jsonValue({ maxDepth: 2 });
  const response = fc.oneof(
    value,
    fc.record(
      {
        allowed: fc.oneof(fc.boolean(), value),
        status: value,
        patchType: fc.oneof(fc.constant('JSONPatch'), value),
        patch: fc.oneof(
          value.map((patch) => Buffer.from(JSON.stringify(patch)).toString('base64')),
          value,
        ),
        warnings: value,
        auditAnnotations: value,
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(response, async (one) => {
      given = one;
      count += 1;
      const { status } = await lab.post(configMaps, configMap(`a${count}`));
      expect([201, 400, 422, 500]).toContain(status >= 400 && status < 500 ? 400 : status);
    }),
    { numRuns: 200 },
  );
});
