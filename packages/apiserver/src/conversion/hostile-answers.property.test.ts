import { createVirtualClock, type JsonValue } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApiServer } from '../server/api-server.ts';

const GROUP = 'lab.example.com';
const open = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: open },
      { name: 'v2', served: true, storage: false, schema: open },
    ],
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://hostile.example.com' }, conversionReviewVersions: ['v1'] },
    },
  },
};

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue[]>(null, true, 0, 2n ** 60n, 1.5, '', 'text', '__proto__'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'name', 'labels', '__proto__', 'managedFields', 'finalizers'), tie('value')),
  ),
})).value;

/** An object some of whose members are missing or replaced. */
const spoilt = (whole: Readonly<Record<string, JsonValue>>): fc.Arbitrary<JsonValue> =>
  fc.dictionary(fc.constantFrom(...Object.keys(whole), 'other'), fc.option(json, { nil: undefined })).map((changes) => {
    const result: Record<string, JsonValue> = { ...whole };
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) delete result[key];
      else result[key] = value;
    }
    return result;
  });

test('any response of a webhook gives a response to the request, and never an internal error of ours', async () => {
  const bugs: unknown[] = [];
  let answer: (uid: JsonValue, objects: JsonValue) => string = () => '';
  const server = createApiServer({
    clock: createVirtualClock(),
    crds: [definition],
    onBug: (error) => bugs.push(error),
    webhooks: {
      transport: () => ({
        send: async ({ body }) => {
          const review = parseJson(body instanceof Uint8Array ? body : '');
          const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
          const text = answer(request.uid ?? '', request.objects ?? []);
          return { status: 200, headers: {}, body: new TextEncoder().encode(text) };
        },
      }),
    },
  });
  const path = (version: string, name = ''): string => `/apis/${GROUP}/${version}/things${name && `/${name}`}`;
  const send = (method: string, where: string, body?: JsonValue) =>
    server.transport.send({
      method,
      path: where,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: new TextEncoder().encode(stringifyJson(body)) }),
    });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        json.map((value) => () => stringifyJson(value)),
        fc.string().map((text) => () => text),
        fc
          .tuple(
            spoilt({ name: 'NAME', uid: 'UID' }),
            spoilt({ kind: 'Thing', apiVersion: `${GROUP}/v2`, metadata: {} }),
            fc.boolean(),
          )
          .map(([metadata, object, keeps]) => (uid: JsonValue, objects: JsonValue) => {
            const [first] = Array.isArray(objects) ? objects : [];
            const original = isJsonObject(first) && isJsonObject(first.metadata) ? first.metadata : {};
            const mixed = isJsonObject(metadata)
              ? { ...metadata, name: original.name ?? '', uid: original.uid ?? '' }
              : metadata;
            const converted = isJsonObject(object) && keeps ? { ...object, metadata: mixed } : object;
            const response = { uid, result: { status: 'Success' }, convertedObjects: [converted] };
            return stringifyJson({ kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', response });
          }),
      ),
      async (make) => {
        answer = make;
        made += 1;
        const name = `t${made}`;
        await send('POST', path('v1'), { apiVersion: `${GROUP}/v1`, kind: 'Thing', metadata: { name } });
        for (const [method, where] of [
          ['GET', path('v2', name)],
          ['GET', path('v2')],
          ['DELETE', path('v2', name)],
          ['DELETE', path('v1', name)],
        ] as const) {
          const { status } = await send(method, where);
          expect([200, 404, 429, 500]).toContain(status);
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(bugs).toEqual([]);
});
