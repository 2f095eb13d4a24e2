import {
  type ApplyInput,
  conflict,
  defineResource,
  type JsonObject,
  type KubernetesObject,
  StatusError,
} from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { conversionHandler, MAX_CONVERSION_BODY } from './conversion-handler.ts';
import { createConverterRegistry } from './converter.ts';
import { hubSpokeConverter, spoke } from './hub-spoke-converter.ts';

interface JobV1 extends KubernetesObject {
  spec: { name: string; count?: bigint };
}
interface JobV2 extends KubernetesObject {
  spec: { names: string[]; count?: bigint };
}
interface JobV3 extends KubernetesObject {
  spec: { label: string };
}

const kind = { group: 'batch.example.com', kind: 'Job', plural: 'jobs', namespaced: true };
const v1 = defineResource<JobV1>({ ...kind, version: 'v1' });
const v2 = defineResource<JobV2>({ ...kind, version: 'v2' });
const v3 = defineResource<JobV3>({ ...kind, version: 'v3' });

const jobs = hubSpokeConverter(v2, [
  spoke(v1, {
    toHub: ({ spec }) => {
      if (!spec) return {};
      const { name, ...rest } = spec;
      return { spec: { names: [name], ...rest } };
    },
    fromHub: ({ spec }) => {
      if (!spec) return {};
      const {
        names: [name, ...others],
        ...rest
      } = spec;
      if (name === undefined || others.length > 0) throw new Error('v1 has one name');
      return { spec: { name, ...rest } };
    },
  }),
  spoke(v3, {
    toHub: async ({ spec, ...job }) => ({
      ...job,
      ...(spec && { spec: { names: [spec.label] } }),
      metadata: { ...job.metadata, labels: { from: 'v3' } },
    }),
    fromHub: ({ spec }) => (spec ? { spec: { label: (spec.names[0] ?? 'none').toUpperCase() } } : {}),
  }),
]);

const job = (version: string, spec: JsonObject): JsonObject => ({
  apiVersion: `batch.example.com/${version}`,
  kind: 'Job',
  metadata: { name: 'j', uid: 'u' },
  spec,
});

test.each<[string, JsonObject, string, JsonObject]>([
  ['from a spoke to the hub', job('v1', { name: 'a' }), 'v2', job('v2', { names: ['a'] })],
  ['from the hub to a spoke', job('v2', { names: ['a'] }), 'v1', job('v1', { name: 'a' })],
  ['from spoke to spoke', job('v1', { name: 'a' }), 'v3', job('v3', { label: 'A' })],
  [
    'with long integers',
    job('v1', { name: 'a', count: 2n ** 60n }),
    'v2',
    job('v2', { names: ['a'], count: 2n ** 60n }),
  ],
  [
    'with other labels',
    job('v3', { label: 'a' }),
    'v2',
    { ...job('v2', { names: ['a'] }), metadata: { name: 'j', uid: 'u', labels: { from: 'v3' } } },
  ],
])('%s', async (_, object, version, converted) => {
  expect(await jobs.convert(object, version)).toEqual(converted);
});

test.each(['v1', 'v2', 'v3'])(
  'an object of %s without a spec, as in the middle of an apply, is converted to one without a spec',
  async (from) => {
    const { spec: _, ...bare } = job(from, {});
    for (const to of ['v1', 'v2', 'v3'].filter((version) => version !== from))
      expect(await jobs.convert(bare, to)).toMatchObject({
        apiVersion: `batch.example.com/${to}`,
        metadata: { name: 'j' },
      });
    // The types require it: reading a member of `spec` without checking that there is a `spec` does not compile.
    spoke<JobV2, JobV1, ApplyInput<JobV1>>(v1, {
      // @ts-expect-error -- `spec` is possibly undefined.
      toHub: (one) => ({ spec: { names: [one.spec.name] } }),
      // @ts-expect-error -- the same the other way.
      fromHub: (hub) => ({ spec: { name: hub.spec.names.join() } }),
    });
  },
);

test.each<[string, JsonObject, string, string]>([
  ['the same version', job('v1', {}), 'v1', 'conversion is not allowed between same version v1 of Job'],
  [
    'to a version without a spoke',
    job('v1', {}),
    'v4',
    'Job v1 is not convertible to v4: there are converters for v2, v1, v3',
  ],
  ['from a version without a spoke', job('v4', {}), 'v1', 'Job v4 is not convertible to v1'],
  [
    'that the spoke refuses',
    job('v2', { names: ['a', 'b'] }),
    'v1',
    'failed to convert Job hub v2 to v1: v1 has one name',
  ],
])('no conversion: %s', async (_, object, version, message) => {
  await expect(jobs.convert(object, version)).rejects.toThrow(message);
});

test('invalid spokes are an error when the converter is created', () => {
  const same = { toHub: () => ({ spec: { names: [] } }), fromHub: () => ({ spec: { name: '' } }) };
  const one = spoke<JobV2, JobV1, ApplyInput<JobV1>>(v1, same);
  expect(() => hubSpokeConverter(v2, [one, one])).toThrow('the version v1 has two spokes');
  expect(() => hubSpokeConverter(v2, [{ ...one, version: v2 }])).toThrow(
    'the version v2 is the hub, and has a spoke too',
  );
  expect(() => hubSpokeConverter(v2, [{ ...one, version: { ...v1, kind: 'Other' } }])).toThrow(
    'the spoke Other of batch.example.com is another kind',
  );
});

async function ask(
  request: unknown,
  apiVersion = 'apiextensions.k8s.io/v1',
): Promise<{ status: number; response: JsonObject; apiVersion: unknown; panics: number; errors: number }> {
  const registry = createConverterRegistry();
  registry.register(jobs);
  registry.register({
    group: 'bad.example.com',
    kind: 'Bad',
    convert: ({ spec }) => {
      if (spec === 'status') throw new StatusError(conflict({ group: 'bad.example.com', plural: 'bads' }, 'x'));
      throw new TypeError('secret details');
    },
  });
  let panics = 0;
  const { log, lines } = recordingLogger();
  const handler = conversionHandler(registry, { log, metrics: { conversionPanic: () => void (panics += 1) } });
  const text = typeof request === 'string' ? request : stringifyJson({ kind: 'ConversionReview', apiVersion, request });
  const answer = await handler({ method: 'POST', path: '/convert', headers: {}, body: new TextEncoder().encode(text) });
  const review = answer.body instanceof Uint8Array && answer.body.length > 0 ? parseJson(answer.body) : {};
  const whole = isJsonObject(review) ? review : {};
  const response = isJsonObject(whole.response) ? whole.response : {};
  const errors = lines.filter(({ level }) => level === 'error').length;
  return { status: answer.status, response, apiVersion: whole.apiVersion, panics, errors };
}

test.each(['v1', 'v1beta1'])('a review of %s gets a response in that version', async (version) => {
  const objects = [job('v1', { name: 'a' }), job('v3', { label: 'b' })];
  const answer = await ask(
    { uid: 'r', desiredAPIVersion: 'batch.example.com/v2', objects },
    `apiextensions.k8s.io/${version}`,
  );
  expect(answer).toEqual({
    status: 200,
    apiVersion: `apiextensions.k8s.io/${version}`,
    panics: 0,
    errors: 0,
    response: {
      uid: 'r',
      convertedObjects: [
        job('v2', { names: ['a'] }),
        { ...job('v2', { names: ['b'] }), metadata: { name: 'j', uid: 'u', labels: { from: 'v3' } } },
      ],
      result: { metadata: {}, status: 'Success' },
    },
  });
});

test.each<[string, JsonObject, string, string, number]>([
  [
    'one of several objects',
    job('v2', { names: [] }),
    'batch.example.com/v1',
    'failed to convert Job hub v2 to v1: v1 has one name',
    0,
  ],
  [
    'another group',
    job('v1', {}),
    'other.example.com/v2',
    'Job of batch.example.com/v1 cannot become one of other.example.com/v2: another group',
    0,
  ],
  [
    'a kind without a converter',
    { ...job('v1', {}), kind: 'Other' },
    'batch.example.com/v2',
    'Other of batch.example.com/v1 is not convertible to batch.example.com/v2: no converter is registered',
    0,
  ],
  [
    'an object without a kind',
    { apiVersion: 'batch.example.com/v1' },
    'batch.example.com/v2',
    'an object to convert has no apiVersion or no kind',
    0,
  ],
  [
    'an API status',
    { apiVersion: 'bad.example.com/v1', kind: 'Bad', spec: 'status' },
    'bad.example.com/v2',
    'Operation cannot be fulfilled on bads.bad.example.com "x": the object has been modified; please apply your changes to the latest version and try again',
    0,
  ],
  [
    'a bug',
    { apiVersion: 'bad.example.com/v1', kind: 'Bad' },
    'bad.example.com/v2',
    'internal error occurred during conversion',
    1,
  ],
])('a failure is a Status: %s', async (_, object, desiredAPIVersion, message, panics) => {
  const answer = await ask({ uid: 'r', desiredAPIVersion, objects: [object] });
  expect(answer).toMatchObject({
    status: 200,
    panics,
    errors: 1,
    response: { uid: 'r', convertedObjects: [], result: { metadata: {}, status: 'Failure', message } },
  });
});

test.each([
  ['invalid JSON', '{'],
  ['not an object', '[]'],
  ['not a review', '{"kind":"Pod","apiVersion":"v1"}'],
  ['no request', '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}'],
  [
    'objects that are not objects',
    '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"desiredAPIVersion":"a/v1","objects":[1]}}',
  ],
  ['nothing', ''],
])('400: %s', async (_, text) => {
  expect(await ask(text)).toMatchObject({ status: 400, response: {} });
});

test('413: a body that does not end', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield new Uint8Array(16 * 1024 * 1024);
  }
  const handler = conversionHandler(createConverterRegistry());
  expect(MAX_CONVERSION_BODY).toBe(67_108_864);
  expect((await handler({ method: 'POST', path: '/convert', headers: {}, body: endless() })).status).toBe(413);
});
