import { createVirtualClock, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widgets } from '../test-support/widgets.ts';
import { hubSpokeConverter, spoke } from './conversion/hub-spoke-converter.ts';
import { webhookFor } from './webhook-builder.ts';
import { mutatePath, validatePath } from './webhook-paths.ts';
import { createWebhookServer } from './webhook-server.ts';

const bugs: unknown[] = [];
const counted = {
  register: () => undefined,
  begin: () => ({ end: () => undefined }),
  conversionPanic: () => undefined,
};
const { transport } = createWebhookServer({
  clock: createVirtualClock(),
  metrics: { ...counted, admissionPanic: () => bugs.push('panic') },
  webhooks: [
    webhookFor(widgets)
      .defaults((widget) => ({ ...widget, metadata: { ...widget.metadata, labels: { a: 'b' } } }))
      .validates({ create: () => undefined, update: () => undefined })
      .converts(
        hubSpokeConverter(widgets, [spoke({ ...widgets, version: 'v2' }, { toHub: (v2) => v2, fromHub: (v1) => v1 })]),
      ),
  ],
});

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue[]>(null, true, 0, -1, 2n ** 60n, 1e300, '', 'v1', 'Widget', '__proto__'),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'metadata', 'spec', '__proto__', 'constructor', 'labels'), tie('value')),
  ),
})).value;

/** Makes objects with these members, any of which may be missing or some other JSON value. */
const mostly = (members: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.record(
        Object.fromEntries(
          Object.entries(members).map(([name, value]) => [name, fc.oneof({ weight: 6, arbitrary: value }, json)]),
        ),
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonObject>,
    },
    { weight: 1, arbitrary: json },
  );
const widget = mostly({
  apiVersion: fc.constantFrom('test.example.com/v1', 'test.example.com/v2', 'v1'),
  kind: fc.constant('Widget'),
  metadata: json,
  spec: json,
});
const admission = mostly({
  apiVersion: fc.constantFrom('admission.k8s.io/v1', 'admission.k8s.io/v1beta1'),
  kind: fc.constant('AdmissionReview'),
  request: mostly({
    uid: fc.string(),
    operation: fc.constantFrom('CREATE', 'UPDATE', 'DELETE', 'CONNECT', 'OTHER'),
    object: widget,
    oldObject: widget,
    userInfo: mostly({ username: fc.string(), extra: json, groups: json }),
    kind: json,
    resource: json,
    dryRun: fc.boolean(),
    name: fc.string(),
  }),
});
const conversion = mostly({
  apiVersion: fc.constantFrom('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'),
  kind: fc.constant('ConversionReview'),
  request: mostly({
    uid: fc.string(),
    desiredAPIVersion: fc.constantFrom('test.example.com/v1', 'test.example.com/v2', 'test.example.com/v3', ''),
    objects: fc.array(widget, { maxLength: 3 }),
  }),
});
/** Makes bytes of a value: complete, cut off, or replaced by other bytes. */
const bytesOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 8, arbitrary: value.map((one) => new TextEncoder().encode(stringifyJson(one))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, fc.nat(40))
        .map(([one, cut]) => new TextEncoder().encode(stringifyJson(one)).slice(0, -cut)),
    },
    { weight: 1, arbitrary: fc.uint8Array() },
  );

async function post(path: string, body: Uint8Array): Promise<{ status: number; answer: JsonValue }> {
  const response = await transport.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body,
  });
  const bytes = response.body instanceof Uint8Array ? response.body : new Uint8Array();
  return { status: response.status, answer: bytes.length === 0 ? null : parseJson(bytes) };
}

function member(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (current, key) => (isJsonObject(current) ? current[key] : undefined),
    value,
  );
}

test('any body that is sent for admission gets a verdict with the uid, and shows no bug of the server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(mutatePath(widgets), validatePath(widgets)),
      bytesOf(admission),
      async (path, body) => {
        bugs.length = 0;
        const { status, answer } = await post(path, body);
        expect(status).toBe(200);
        expect(bugs).toEqual([]);
        expect(typeof member(answer, 'response', 'allowed')).toBe('boolean');
        const code = member(answer, 'response', 'status', 'code');
        expect(member(answer, 'response', 'allowed') === (code === 200)).toBe(true);
        if (member(answer, 'apiVersion') === undefined) return;
        const asked = parseJson(body);
        // An empty version is treated like a missing one.
        expect(member(answer, 'apiVersion')).toBe(member(asked, 'apiVersion') || 'admission.k8s.io/v1');
        expect(member(answer, 'response', 'uid')).toBe(member(asked, 'request', 'uid') ?? '');
      },
    ),
    { numRuns: 400, examples: [[validatePath(widgets), new TextEncoder().encode('{"apiVersion":""}')]] },
  );
});

test('any body that is sent for conversion gets a response with the uid, and all objects or a failure', async () => {
  await fc.assert(
    fc.asyncProperty(bytesOf(conversion), async (body) => {
      const { status, answer } = await post('/convert', body);
      expect([200, 400]).toContain(status);
      if (status === 400) return;
      const asked = parseJson(body);
      expect(member(answer, 'apiVersion')).toBe(member(asked, 'apiVersion'));
      expect(member(answer, 'response', 'uid')).toBe(member(asked, 'request', 'uid') ?? '');
      const objects = member(asked, 'request', 'objects') ?? [];
      const converted = member(answer, 'response', 'convertedObjects');
      const success = member(answer, 'response', 'result', 'status') === 'Success';
      expect(Array.isArray(converted) && Array.isArray(objects)).toBe(true);
      if (!Array.isArray(converted) || !Array.isArray(objects)) return;
      expect(converted).toHaveLength(success ? objects.length : 0);
      for (const one of converted)
        expect(member(one, 'apiVersion')).toBe(member(asked, 'request', 'desiredAPIVersion'));
    }),
    { numRuns: 400 },
  );
});
