import fc from 'fast-check';

/** A generated request. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ODD_METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'FOO', 'get', ''];
const SEGMENTS = [
  'api',
  'apis',
  'v1',
  'v2',
  'apps',
  'lab.example.com',
  'namespaces',
  'default',
  'kube-system',
  'configmaps',
  'pods',
  'services',
];
const MORE_SEGMENTS = [
  'deployments',
  'widgets',
  'customresourcedefinitions',
  'apiextensions.k8s.io',
  'events',
  'a',
  'b',
  'status',
  'scale',
  'log',
  'exec',
];
const OTHER_SEGMENTS = [
  'eviction',
  'binding',
  'finalize',
  'watch',
  'proxy',
  'openapi',
  'v3',
  'version',
  'healthz',
  'metrics',
  '',
  '.',
  '..',
  '%2F',
  '%00',
  '%zz',
  '__proto__',
  'constructor',
];
const COLLECTIONS = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/default/services',
  '/api/v1/namespaces/default/secrets',
  '/api/v1/namespaces',
  '/api/v1/nodes',
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/batch/v1/namespaces/default/jobs',
  '/apis/lab.example.com/v1/namespaces/default/widgets',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
];
const MEDIA_TYPES = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/*',
  '*/*',
  'text/plain',
];
const PARAMETERS = [
  'watch',
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'timeoutSeconds',
  'timeout',
];
const MORE_PARAMETERS = [
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'sendInitialEvents',
  'allowWatchBookmarks',
  'propagationPolicy',
  'gracePeriodSeconds',
  'includeObject',
  '__proto__',
];
const VALUES = [
  '',
  '0',
  '1',
  '-1',
  'true',
  'false',
  'All',
  'Strict',
  'Exact',
  'NotOlderThan',
  'a=b',
  'a in (b,c)',
  '!a',
  'metadata.name=a',
  '999999999',
  '99999999999999999999',
  '1s',
  '1ns',
  '%zz',
  ';',
];

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...METHODS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
);
const text = fc.string({ unit: 'binary', maxLength: 20 });
const segment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SEGMENTS, ...MORE_SEGMENTS, ...OTHER_SEGMENTS) },
  { weight: 1, arbitrary: text.map((one) => encodeURIComponent(one.toWellFormed())) },
  { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
);
const item = fc
  .tuple(
    fc.constantFrom(...COLLECTIONS),
    fc.constantFrom('a', 'b', 'kubernetes', 'default', 'widgets.lab.example.com'),
    fc.constantFrom('', '', '', '/status', '/scale', '/eviction', '/log'),
  )
  .map(([collection, name, subresource]) => `${collection}/${name}${subresource}`);
const path = fc.oneof(
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 9 }).map((segments) => `/${segments.join('/')}`) },
  { weight: 3, arbitrary: fc.constantFrom(...COLLECTIONS) },
  { weight: 3, arbitrary: item },
);
const parameter = fc
  .tuple(
    fc.constantFrom(...PARAMETERS, ...MORE_PARAMETERS),
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: fc.string() }),
  )
  .map(([name, value]) => `${name}=${value}`);
const query = fc.array(parameter, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
const headerValue = fc.string({ maxLength: 20 });
const headers = fc.record(
  {
    accept: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('*/*', 'application/json') },
      { weight: 4, arbitrary: fc.constantFrom(...MEDIA_TYPES) },
      { weight: 1, arbitrary: headerValue },
    ),
    'content-type': fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      { weight: 8, arbitrary: fc.constantFrom(...MEDIA_TYPES) },
      { weight: 1, arbitrary: headerValue },
    ),
    'user-agent': fc.oneof(fc.constantFrom('curl/8', 'kubectl/v1'), headerValue),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'gzip;q=1'),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
    'impersonate-user': fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('bob', 'system:anonymous') },
    ),
    'if-none-match': fc.constantFrom('*', '"x"'),
    'audit-id': headerValue,
  },
  { requiredKeys: [] },
);

/** Keys and values that the server interprets, in places where they may or may not be valid. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        1e300,
        2 ** 63,
        '',
        'a',
        'v1',
        'ConfigMap',
        'Widget',
        '2026-01-01T00:00:00Z',
      ),
      fc.string({ maxLength: 8 }),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'apiVersion',
        'kind',
        'metadata',
        'name',
        'namespace',
        'labels',
        'annotations',
        'finalizers',
        'ownerReferences',
        'managedFields',
        'spec',
        'status',
        'data',
        'replicas',
        'template',
        'containers',
        'selector',
        'matchLabels',
        'ports',
        'op',
        'path',
        'value',
        'from',
        '$patch',
        '__proto__',
        'items',
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value;

/** Bodies that create objects, so that there is something to change. */
const object = fc.tuple(fc.constantFrom('a', 'b'), json, json).map(([name, spec, more]) => ({
  metadata: { name, ...(typeof more === 'object' && !Array.isArray(more) ? more : {}) },
  spec,
}));
const sensible = fc.constantFrom<unknown>(
  { metadata: { name: 'a' } },
  { metadata: { name: 'b', finalizers: ['x.io/y'] }, data: { a: '1' } },
  { metadata: { name: 'a' }, spec: { color: 'red', replicas: 1 } },
  { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: 'y' } },
  [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }],
  [{ op: 'remove', path: '/metadata' }],
  { metadata: null },
);
const encoder = new TextEncoder();
const body = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(sensible, object, json).map((value) => encoder.encode(JSON.stringify(value))) },
  { weight: 1, arbitrary: fc.oneof(sensible, json).chain((value) => mutated(encoder.encode(JSON.stringify(value)))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from([0x6b, 0x38, 0x73, 0, ...bytes])),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** Requests to existing and missing resources, valid and invalid. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({ method, path, query, headers, body })
  .map(({ query: parameters, ...request }) => ({ ...request, path: `${request.path}${parameters}` }));

/** Returns the bytes with some of them changed, removed, repeated, or cut off. */
export function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const position = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const change = fc.oneof(
    fc.tuple(position, fc.nat({ max: 255 })).map(
      ([at, byte]) =>
        (all: Uint8Array) =>
          all.with(Math.min(at, all.length - 1), byte),
    ),
    fc.tuple(position, fc.nat({ max: 12 })).map(
      ([at, length]) =>
        (all: Uint8Array) =>
          Uint8Array.from([...all.subarray(0, at), ...all.subarray(at + length)]),
    ),
    fc.tuple(position, fc.nat({ max: 12 })).map(
      ([at, length]) =>
        (all: Uint8Array) =>
          Uint8Array.from([...all.subarray(0, at + length), ...all.subarray(at)]),
    ),
    fc.tuple(position, fc.constantFrom('\r\n', '\r\n\r\n', ' ', ':', '\0', 'chunked', '0\r\n\r\n')).map(
      ([at, insert]) =>
        (all: Uint8Array) =>
          Uint8Array.from([...all.subarray(0, at), ...encoder.encode(insert), ...all.subarray(at)]),
    ),
    position.map((at) => (all: Uint8Array) => all.slice(0, at)),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((all, apply) => (all.length === 0 ? all : apply(all)), bytes));
}
