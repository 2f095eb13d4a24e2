import { createVirtualClock } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { describe, expect, test } from 'vitest';
import type { CachedResourceState } from '../cache/read/cached-resource.ts';
import type { NotedCheck } from '../health/health-check.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import { connectionError, startReflector } from '../test-support/run-reflector.ts';
import { scriptedSource, thingList } from '../test-support/scripted-source.ts';
import { addBuiltInChecks, type CheckedParts, createCheckNames } from './built-in-checks.ts';

function checks(parts: Partial<CheckedParts>): ReadonlyMap<string, NotedCheck> {
  const made = new Map<string, NotedCheck>();
  const server: HealthServer = {
    name: 'health probe server',
    group: 'http-servers',
    addHealthzCheck: (name, check) => void made.set(`healthz/${name}`, check),
    addReadyzCheck: (name, check) => void made.set(`readyz/${name}`, check),
    listening: Promise.reject(new Error('does not listen')),
    start: () => Promise.resolve(),
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  server.listening.catch(() => undefined);
  addBuiltInChecks(server, { elector: undefined, webhookServer: undefined, watches: () => [], ...parts });
  return made;
}

const { signal } = new AbortController();

const state = (more: Partial<CachedResourceState>): CachedResourceState => ({
  resource: configMaps,
  namespace: '',
  metadataOnly: false,
  users: 1,
  synced: true,
  phase: 'watching',
  lastSyncResourceVersion: '1',
  resourceVersion: '1',
  objects: 1,
  queued: 0,
  bytes: 0,
  pendingWrites: 0,
  mutations: 0,
  ...more,
});

const broken = new Error('connection refused');

test.each<[string, readonly CachedResourceState[] | undefined, string | undefined]>([
  ['nothing has been started', undefined, 'the caches have not been started'],
  ['a follower watches nothing', [], undefined],
  ['all is well', [state({ quietFor: 0 })], undefined],
  ['a quiet watch is not a failing one', [state({ quietFor: 3_600_000 })], undefined],
  ['a watch that has failed for a short time', [state({ quietFor: 120_000, lastError: broken })], undefined],
  [
    'a watch that has failed for a long time',
    [state({ quietFor: 121_000, lastError: broken })],
    'configmaps: no contact for 121 s: connection refused',
  ],
  ['no response yet', [state({ synced: false })], 'configmaps: not synced: the API server has not answered'],
  [
    'several',
    [state({ synced: false, lastError: broken, namespace: 'a' }), state({}), state({ synced: false, namespace: 'b' })],
    'configmaps in a: not synced: connection refused; configmaps in b: not synced: the API server has not answered',
  ],
])('/readyz/caches: %s', (_name, states, problem) => {
  const check = checks({ watches: () => states }).get('readyz/caches');
  let said: string | undefined;
  try {
    void check?.(signal);
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  expect([check !== undefined, said]).toEqual([true, problem]);
});

test('/readyz/caches: setting the clock does not change how long a watch has failed', async () => {
  const time = createVirtualClock();
  let offset = 0;
  const clock = { ...time, now: () => time.now() + offset, monotonic: () => time.now() };
  const source = scriptedSource(thingList('5', []), connectionError());
  const { reflector, stop } = await startReflector(source, { clock });
  const check = checks({ watches: () => [state(reflector.state())] }).get('readyz/caches');
  const problem = (): string | undefined => {
    try {
      void check?.(signal);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  source.watchErrors.push(...Array.from({ length: 100 }, () => connectionError()));
  source.watch0().end(connectionError());
  await time.advance(10_000);
  expect(reflector.state()).toMatchObject({ phase: 'waiting' });
  offset = 3_600_000;
  expect(problem()).toBeUndefined();
  offset = -3_600_000;
  await time.advance(115_000);
  expect(problem()).toBe('Error: configmaps: no contact for 125 s: connect ECONNREFUSED');
  await stop();
});

test('a process with webhooks is ready when they respond, whatever its caches wait for', () => {
  const made = checks({ webhookServer: { startedCheck: () => undefined }, watches: () => undefined });
  expect([...made.keys()]).toEqual(['healthz/healthz', 'readyz/readyz', 'readyz/webhooks']);
});

test('a leader that does not renew is unhealthy', () => {
  const asked: number[] = [];
  const elector = {
    check: (tolerance: number) => {
      asked.push(tolerance);
      throw new Error('failed election');
    },
  } as Partial<LeaderElector> as LeaderElector;
  expect(() => checks({ elector }).get('healthz/leader-election')?.(signal)).toThrow('failed election');
  expect(asked).toEqual([20_000]);
});

describe('names of checks', () => {
  const startedCheck = (): void => undefined;
  const elector = { check: () => undefined } as Partial<LeaderElector> as LeaderElector;
  const names = (own: { webhooks?: boolean; elects?: boolean }): ReturnType<typeof createCheckNames> =>
    createCheckNames({
      elector: own.elects ? elector : undefined,
      webhookServer: own.webhooks ? { startedCheck } : undefined,
      watches: () => [],
    });

  test.each([
    { endpoint: '/readyz', name: 'caches', own: { webhooks: true } },
    { endpoint: '/healthz', name: 'caches', own: {} },
    { endpoint: '/healthz', name: 'leader-election', own: {} },
    { endpoint: '/healthz', name: 'readyz', own: {} },
  ] as const)('$name at $endpoint is free with $own', ({ endpoint, name, own }) => {
    expect(() => names(own)(endpoint, name)).not.toThrow();
  });

  test.each([
    { endpoint: '/healthz', name: 'healthz', own: {} },
    { endpoint: '/healthz', name: 'leader-election', own: { elects: true } },
    { endpoint: '/readyz', name: 'readyz', own: {} },
    { endpoint: '/readyz', name: 'caches', own: {} },
    { endpoint: '/readyz', name: 'webhooks', own: { webhooks: true } },
  ] as const)('$name at $endpoint is built in with $own', ({ endpoint, name, own }) => {
    expect(() => names(own)(endpoint, name)).toThrow(
      new TypeError(`the check "${name}" at ${endpoint} is built in, this manager has it: take another name`),
    );
  });

  test('two checks of one name, and a name that cannot be part of a path, are refused', () => {
    const take = names({});
    take('/readyz', 'a');
    take('/healthz', 'a');
    expect(() => take('/readyz', 'a')).toThrow('there are two checks named "a" at /readyz');
    expect(() => take('/readyz', 'a/b')).toThrow('"a/b" cannot name a check: it is a part of the path /readyz/<name>');
  });
});
