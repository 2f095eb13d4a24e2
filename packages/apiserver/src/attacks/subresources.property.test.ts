import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock, type JsonValue } from '@kb/apimachinery';
import { createApiServer } from '../server/api-server.ts';
import { runningPod, testContainers } from '../test-support/test-containers.ts';
import { deployment, DEPLOYMENTS, pod, PODS, SERVICES } from '../test-support/wire.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 60);
const seed = Number(process.env['KB_SEED'] ?? 6);
const timeout = 60_000 + numRuns * 1000;

const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const METRICS = '/apis/metrics.k8s.io/v1beta1';
const csr = {
  metadata: { name: 'c' },
  spec: { request: 'AAAA', signerName: 'example.com/s', usages: ['client auth'] },
};

/** Requests that succeed, which are then broken in one place. */
const writes: readonly (readonly [method: string, path: string, body: JsonValue])[] = [
  ['POST', `${PODS}/waits/binding`, { metadata: { name: 'waits' }, target: { kind: 'Node', name: 'n' } }],
  [
    'POST',
    `${PODS}/runs/eviction`,
    { metadata: { name: 'runs' }, deleteOptions: { gracePeriodSeconds: 0, preconditions: { uid: 'u' } } },
  ],
  [
    'PATCH',
    `${PODS}/runs/ephemeralcontainers`,
    {
      spec: {
        ephemeralContainers: [
          { name: 'debug', image: 'i', targetContainerName: 'c', env: [{ name: 'A', value: 'b' }], stdin: true },
        ],
      },
    },
  ],
  [
    'PATCH',
    `${PODS}/runs/resize`,
    {
      spec: {
        containers: [{ name: 'c', resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2' } } }],
      },
    },
  ],
  ['PATCH', `${PODS}/runs/status`, { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }],
  ['PUT', `${DEPLOYMENTS}/d/scale`, { metadata: { name: 'd', namespace: 'default' }, spec: { replicas: 3 } }],
  ['PATCH', `${DEPLOYMENTS}/d/scale`, { spec: { replicas: 4 }, status: { replicas: 1, selector: 'a=b' } }],
  [
    'POST',
    `${ACCOUNTS}/default/token`,
    {
      spec: {
        audiences: ['a'],
        expirationSeconds: 3600,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'runs', uid: 'u' },
      },
    },
  ],
  [
    'PATCH',
    `${REQUESTS}/c/approval`,
    { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'a', message: 'b' }] } },
  ],
  ['PATCH', `${REQUESTS}/c/status`, { status: { certificate: 'AAAA' } }],
  ['POST', `${SERVICES}/s:80/proxy/a`, { any: 'thing' }],
];

const reads: readonly string[] = [
  `${PODS}/runs/log`,
  `${PODS}/runs/exec`,
  `${PODS}/runs/attach`,
  `${PODS}/runs/portforward`,
  `${PODS}/runs:80/proxy/`,
  `${SERVICES}/s:http/proxy/a`,
  '/api/v1/nodes/n/proxy/metrics',
  `${METRICS}/nodes`,
  `${METRICS}/nodes/n`,
  `${METRICS}/namespaces/default/pods`,
  `${METRICS}/namespaces/default/pods/runs`,
];

const nasty = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, -1, 0.5, 1e300, 2 ** 63, '', 'x', '\u0000', '../..', '🙂'),
  fc.constantFrom<JsonValue>('a'.repeat(300), '9'.repeat(50), '1e999', [], {}, [null], [[]], { name: 'a' }),
  fc.constantFrom<JsonValue>({ $patch: 'delete' }, { $patch: 'x' }, { $retainKeys: ['a'] }),
  fc.string({ unit: 'binary', maxLength: 10 }).map((one) => one.toWellFormed()),
  fc.integer(),
);

/** Replaces or removes what is at a place of a document, or puts an unknown member beside it. */
function broken(document: JsonValue, steps: readonly number[], how: number, value: JsonValue): JsonValue {
  const [step, ...rest] = steps;
  if (typeof document !== 'object' || document === null || step === undefined) return value;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const entries = Object.entries(document).flatMap(([name, one]): [string, JsonValue][] => {
    if (name !== key) return [[name, one]];
    const inner = typeof one === 'object' && one !== null;
    if (rest.length > 0 && inner) return [[name, broken(one, rest, how, value)]];
    if (how === 0) return [];
    return how === 1
      ? [
          [name, one],
          ['unknown', value],
        ]
      : [[name, value]];
  });
  return Array.isArray(document) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

const patchTypes = ['application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/json'];
const write = fc
  .record({
    request: fc.constantFrom(...writes),
    steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
    how: fc.nat(2),
    value: nasty,
    type: fc.constantFrom(...patchTypes),
    query: fc.constantFrom('', '?dryRun=All', '?fieldValidation=Strict', '?fieldManager=a'),
  })
  .map(({ request: [method, path, body], steps, how, value, type, query }) => ({
    method,
    path: path + query,
    type: method === 'PATCH' ? type : 'application/json',
    body: JSON.stringify(broken(body, steps, how, value)),
  }));

const parameters = [
  'container',
  'follow',
  'tailLines',
  'limitBytes',
  'sinceSeconds',
  'sinceTime',
  'previous',
  'stream',
];
const otherParameters = ['command', 'stdin', 'stdout', 'tty', 'ports', 'labelSelector', 'limit', 'continue', 'watch'];
const values = [
  '',
  '0',
  '1',
  '-1',
  'true',
  'c',
  'x',
  '99999999999999999999',
  '1.5',
  '2026-01-01T00:00:00Z',
  '80',
  '%00',
];
const read = fc
  .record({
    path: fc.constantFrom(...reads),
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'FOO'),
    query: fc.array(
      fc
        .tuple(fc.constantFrom(...parameters, ...otherParameters), fc.constantFrom(...values))
        .map(([name, value]) => `${name}=${value}`),
      { maxLength: 4 },
    ),
  })
  .map(({ path, method, query }) => ({ method, path: `${path}?${query.join('&')}`, type: undefined, body: undefined }));

test(
  'broken requests to subresources, streams and metrics are refused in words, change nothing and leave nothing open',
  async () => {
    const statuses = new Map<string, number>();
    const requests = fc.array(fc.oneof(write, write, read), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const clock = createVirtualClock();
        const bugs: unknown[] = [];
        const host = testContainers({ lines: [{ time: 0, stream: 'stdout', text: 'a line' }] });
        const usage = (): { cpuMillis: number; memoryBytes: number } => ({ cpuMillis: 1, memoryBytes: 1 });
        // Only its path is interesting here: what a port or a kubelet answers is in the tests of proxies.
        const connect = (): Promise<never> => Promise.reject(new Error('connection refused'));
        const { transport, revision, stop } = createApiServer({
          clock,
          containers: { ...host, usage, connect },
          onBug: (error) => bugs.push(error),
          onNotEnforced: () => undefined,
        });
        const send = async (method: string, path: string, type: string | undefined, body: string | undefined) => {
          const abort = new AbortController();
          const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
          const headers = { ...(type && { 'content-type': type }) };
          const sent = transport.send({ method, path, headers, ...(bytes && { body: bytes }) }, abort.signal);
          const state = { done: false };
          sent.finally(() => (state.done = true)).catch(() => undefined);
          await clock.settle();
          while (!state.done) await clock.advance(500);
          const response = await sent;
          if (response.body instanceof Uint8Array)
            return { ...response, text: new TextDecoder().decode(response.body) };
          abort.abort(new Error('enough'));
          await response.body[Symbol.asyncIterator]()
            .next()
            .catch(() => undefined);
          return { ...response, text: '' };
        };
        for (const [path, object] of [
          ['/api/v1/nodes', { metadata: { name: 'n' } }],
          [PODS, runningPod('runs')],
          [PODS, pod('waits')],
          [DEPLOYMENTS, deployment('d')],
          [SERVICES, { metadata: { name: 's' }, spec: { ports: [{ name: 'http', port: 80 }] } }],
          [REQUESTS, csr],
        ] as const)
          expect((await send('POST', path, 'application/json', JSON.stringify(object))).text).not.toContain(
            '"Failure"',
          );
        await send('PUT', `${PODS}/runs/status`, 'application/json', JSON.stringify(runningPod('runs')));
        for (const { method, path, type, body } of sequence) {
          const before = revision();
          const { status, text } = await send(method, path, type, body);
          expect(bugs).toEqual([]);
          expect(status).toBeGreaterThanOrEqual(200);
          // The words of an error of JavaScript are not meant for users.
          expect(text).not.toMatch(/\bundefined\b|is not a function|is not iterable|Cannot read/);
          const isRefused = status >= 400;
          expect(!isRefused || revision() === before).toBe(true);
          expect(!isRefused || method === 'HEAD' || text.length > 10).toBe(true);
          const name = `${isRefused ? 'refused' : 'served'} ${body === undefined ? 'read' : 'write'}`;
          statuses.set(name, (statuses.get(name) ?? 0) + 1);
        }
        expect(host.open()).toBe(0);
        await stop();
      }),
      { numRuns, seed, endOnFailure: false },
    );
    // The requests reach what they are about.
    for (const name of ['refused read', 'served read', 'refused write', 'served write'])
      expect([name, (statuses.get(name) ?? 0) > numRuns / 10]).toEqual([name, true]);
  },
  timeout,
);
