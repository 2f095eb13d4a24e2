import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type AuditEvent, createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCluster } from '../../cluster/create-cluster.ts';
import { controllerFor, newController } from '../../controller/builder.ts';
import { seconds } from '../../durations.ts';
import { createLogger, type LogEntry, type Logger } from '../../log/logger.ts';
import { describeError } from '../../log/describe-error.ts';
import { textResponse } from '../../serving/text-response.ts';
import { freePort } from '../../test-support/free-port-adapter.ts';
import type { Manager } from '../manager.ts';
import { runManager } from './run-manager.ts';
import type { RunManagerOptions } from './run-manager-options.ts';

const controllers = [controllerFor(configMaps).reconcile(() => undefined)];

let folder = '';
let entries: LogEntry[] = [];
/** Called with every line. */
let onLine: (entry: LogEntry) => void = () => undefined;
let log: Logger;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kb-run-manager-'));
  entries = [];
  const sink = (entry: LogEntry): void => {
    entries.push(entry);
    onLine(entry);
  };
  log = createLogger({ clock: systemClock, sink });
});

afterEach(() => {
  onLine = () => undefined;
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves with the next line of that message. */
const line = (message: string): Promise<LogEntry> =>
  new Promise((resolve) => {
    const before = onLine;
    onLine = (entry) => {
      before(entry);
      if (entry.message === message) resolve(entry);
    };
  });

const nowhere = `
apiVersion: v1
kind: Config
clusters: [{ name: a, cluster: { server: 'http://127.0.0.1:1' } }]
users: [{ name: a, user: { token: a-secret } }]
contexts: [{ name: a, context: { cluster: a, user: a } }]
current-context: a
`;

describe('a kubeconfig that points nowhere gives exit code 1 and one error', () => {
  test.each([
    ['a missing file', undefined, 'kubeconfig'],
    ['a server that does not listen', nowhere, 'http://127.0.0.1:1'],
  ])('%s', async (_name, content, text) => {
    const file = path.join(folder, 'kubeconfig');
    if (content !== undefined) writeFileSync(file, content);
    vi.stubEnv('KUBECONFIG', file);
    expect(await runManager({ controllers, log, args: [] })).toBe(1);
    const errors = JSON.stringify(entries.filter(({ level }) => level === 'error'));
    expect(errors).toContain(text);
    expect(errors).not.toContain('a-secret');
  });
});

test.each([
  [undefined, 'WATCH_NAMESPACE must be set'],
  ['a b', 'WATCH_NAMESPACE: "a b" is not the name of a namespace'],
])('an operator of single namespaces whose WATCH_NAMESPACE is %j ends with 2', async (value, message) => {
  const file = path.join(folder, 'kubeconfig');
  writeFileSync(file, nowhere);
  vi.stubEnv('KUBECONFIG', file);
  vi.stubEnv('WATCH_NAMESPACE', value);
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    expect(await runManager({ controllers, log, args: [], namespaced: true })).toBe(2);
    expect(written.mock.calls.map(([text]) => text).join('')).toContain(message);
  } finally {
    written.mockRestore();
  }
});

test('refused credentials are reported with the server, the user and their source', async () => {
  const api = createApiServer({ clock: systemClock, authentication: { tokens: { good: { name: 'a', groups: [] } } } });
  const listening = await api.listen();
  const file = path.join(folder, 'kubeconfig');
  writeFileSync(file, nowhere.replace('http://127.0.0.1:1', listening.url));
  vi.stubEnv('KUBECONFIG', file);
  expect(await runManager({ controllers, log, args: [] })).toBe(1);
  await api.stop();
  const errors = entries.filter(({ level }) => level === 'error').map(({ error }) => describeError(error));
  expect(errors).toEqual([
    {
      message: `the API server ${listening.url} refused the credentials of user "a" (context "a" of ${file}): they have expired, or are another cluster's; get new ones, or name another kubeconfig: Unauthorized`,
    },
  ]);
});

describe('a KubeConfig that the program made', () => {
  const kubeConfig = {
    clusters: [{ name: 'mine', server: 'http://127.0.0.1:1', skipTLSVerify: false }],
    users: [{ name: 'mine', token: 'a-secret' }],
    contexts: [{ name: 'mine', cluster: 'mine', user: 'mine' }],
    currentContext: 'mine',
  };

  test.each([
    ['is used instead of the environment', [], 'http://127.0.0.1:1'],
    ['is not used when a flag names a file', ['--kubeconfig', '/not/there'], '/not/there'],
  ])('%s', async (_name, args, text) => {
    vi.stubEnv('KUBECONFIG', path.join(folder, 'not-there'));
    expect(await runManager({ controllers, log, args, kubeConfig })).toBe(1);
    const errors = entries.filter(({ level }) => level === 'error').map(({ error }) => describeError(error).message);
    expect(errors).toEqual([expect.stringContaining(text)]);
  });
});

describe('the command line', () => {
  let stdout = '';
  let stderr = '';
  beforeEach(() => {
    stdout = '';
    stderr = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      stderr += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([['--help'], ['-h'], ['-help']])('%s prints the flags', async (flag) => {
    expect(await runManager({ controllers, log, args: ['--leader-elect', flag] })).toBe(0);
    expect([stdout.startsWith('Flags:\n'), stdout.includes('--leader-elect\n'), stderr]).toEqual([true, true, '']);
  });

  test('a mistake is exit code 2, with a message that names it', async () => {
    expect(await runManager({ controllers, log, args: ['--leader-elct'] })).toBe(2);
    expect([stdout, stderr, entries]).toEqual([
      '',
      'flag provided but not defined: --leader-elct; --help lists the flags\n',
      [],
    ]);
  });
});

describe('on a server', () => {
  let close: () => Promise<void> = () => Promise.resolve();
  let client: ReturnType<typeof createClient>;
  let requests: string[] = [];

  beforeEach(async () => {
    requests = [];
    const onEvent = ({ requestURI }: AuditEvent): void => void requests.push(requestURI);
    const api = createApiServer({ clock: systemClock, audit: { onEvent } });
    const listening = await api.listen();
    const file = path.join(folder, 'kubeconfig');
    writeFileSync(file, listening.kubeconfig());
    vi.stubEnv('KUBECONFIG', file);
    client = createClient({ transport: api.transport, clock: systemClock });
    close = () => api.stop();
  });
  afterEach(async () => {
    // A failed test may have left a manager running.
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
    await Promise.all(exits.splice(0));
    await close();
  });

  const exits: Promise<number>[] = [];
  const run = (args: readonly string[], more: Partial<RunManagerOptions> = {}): Promise<number> => {
    const exit = runManager({ controllers, log, args, leaderElectionId: 'test.example.com', ...more });
    exits.push(exit);
    return exit;
  };

  /** Returns an address on which nothing listens. */
  const freeAddress = async (): Promise<string> => `127.0.0.1:${await freePort()}`;

  test('an operator of single namespaces reads only these', async () => {
    vi.stubEnv('WATCH_NAMESPACE', 'shop-system, shop-test');
    const working = line('Starting workers');
    const exit = run([], { namespaced: true });
    await working;
    process.emit('SIGTERM', 'SIGTERM');
    expect(await exit).toBe(0);
    expect(entries[0]).toMatchObject({ values: { namespaces: ['shop-system', 'shop-test'] } });
    const read = requests.map((uri) => uri.split('?')[0] ?? '').filter((uri) => uri.endsWith('/configmaps'));
    expect([...new Set(read)].toSorted()).toEqual([
      '/api/v1/namespaces/shop-system/configmaps',
      '/api/v1/namespaces/shop-test/configmaps',
    ]);
  });

  test('with the flags of config/manager: leads, serves probes, counts, and releases the lease when it is stopped', async () => {
    const strayListeners = process.listenerCount('uncaughtException');
    let made: Manager | undefined;
    const working = line('Starting workers');
    // No part of the manager waits for the metrics server.
    const servingMetrics = line('Serving metrics server');
    const [probes, metrics] = [await freeAddress(), await freeAddress()];
    const exit = run(
      [
        '--leader-elect',
        '--leader-election-namespace=default',
        `--health-probe-bind-address=${probes}`,
        `--metrics-bind-address=${metrics}`,
        '--metrics-secure=false',
      ],
      {
        leaderElection: { leaseDuration: seconds(40), labels: { app: 'test' } },
        metrics: { requestDetails: true, include: { metrics: () => Promise.resolve('# TYPE mine gauge\nmine 1\n') } },
        setup: (manager) => {
          manager.metrics?.gauge({ name: 'own', help: 'Own.' }).with().set(2);
          manager.addMetricsServerExtraHandler('/own', () => textResponse(200, 'served'));
          made = manager;
        },
      },
    );
    await working;
    const lease = await client.get(leases, { namespace: 'default', name: 'test.example.com' });
    expect(lease.spec?.holderIdentity).toMatch(/_[0-9a-f-]{36}$/);
    expect([lease.spec?.leaseDurationSeconds, lease.metadata.labels]).toEqual([40, { app: 'test' }]);
    expect(entries[0]).toMatchObject({
      message: 'Starting manager',
      values: { version: '0.1.0', controllers: ['configmap'], leaderElection: 'default/test.example.com' },
    });
    const readiness = await fetch(`http://${probes}/readyz?verbose`);
    expect(await readiness.text()).toContain('[+]readyz ok');
    await servingMetrics;
    const scraped = await fetch(`http://${metrics}/metrics`);
    const text = await scraped.text();
    expect(text).toContain('leader_election_master_status{name="test.example.com"} 1\n');
    expect(text).toMatch(/^rest_client_requests_total\{code="201",host="127\.0\.0\.1:\d+",method="POST"\} \d+$/m);

    for (const more of ['\nmine 1\n', '\nown 2\n', '\nrest_client_request_duration_seconds_count'])
      expect(text).toContain(more);

    expect(await (await fetch(`http://${metrics}/own`)).text()).toContain('served');
    expect(() => made?.addMetricsServerExtraHandler('/late', () => textResponse(200, ''))).toThrow('has started');

    process.emit('SIGTERM', 'SIGTERM');
    expect(await exit).toBe(0);
    expect(entries.at(-1)?.message).toBe('Stopped');
    const released = await client.get(leases, { namespace: 'default', name: 'test.example.com' });
    expect(released.spec?.holderIdentity ?? '').toBe('');
    expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual([0, 0]);
    expect(process.listenerCount('uncaughtException')).toBe(strayListeners);
  });

  test('watches in other clusters', async () => {
    const clock = systemClock;
    const server = createApiServer({ clock, random: systemRandom });
    const edgeClient = createClient({ transport: server.transport, clock });
    const edge = createCluster({ name: 'edge', client: edgeClient, clock, random: systemRandom });
    await edgeClient.create(configMaps, { metadata: { name: 'there', namespace: 'default' } });
    const seen = new Promise((resolve) => {
      const controller = newController()
        .named('edges')
        .watches(configMaps, ({ metadata: { name } }) => [{ name }], { cluster: 'edge' })
        .reconcile(({ key, cluster }) => resolve([key.name, cluster('edge') === edge]));
      void run([], { controllers: [controller], clusters: [edge] });
    });
    expect(await seen).toEqual(['there', true]);
    process.emit('SIGTERM', 'SIGTERM');
    await line('Stopped');
  });

  test.each([
    [
      ['--leader-elect'],
      {},
      'not running in-cluster, please specify --leader-election-namespace; --help lists the flags\n',
    ],
    [
      ['--leader-elect', '--leader-election-namespace=a'],
      { leaderElectionId: '' },
      'this program names no Lease: pass a leaderElectionId to runManager; --help lists the flags\n',
    ],
  ])('the invalid %j gives exit code 2 and the reason', async (args, more, message) => {
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const code = await run(args, more);
    const said = written.mock.calls.map(([text]) => String(text)).join('');
    vi.restoreAllMocks();
    expect([code, said]).toEqual([2, expect.stringMatching(/^.*\n$/)]);
    expect(said).toContain(message);
    expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each([[['--metrics-bind-address=127.0.0.1:0', '--metrics-cert-path=/nowhere'], {}, '/nowhere/tls.']])(
    '%j: %j',
    async (args, more, message) => {
      expect(await run(args, more)).toBe(1);
      expect(String(entries.at(-1)?.error)).toContain(message);
    },
  );

  test('a port that is in use is reported, and nothing is left running', async () => {
    const taken = await freeAddress();
    const working = line('Starting workers');
    const first = run([`--health-probe-bind-address=${taken}`]);
    await working;
    expect(await run([`--health-probe-bind-address=${taken}`])).toBe(1);
    expect(String(entries.at(-1)?.error)).toContain(taken);
    process.emit('SIGINT', 'SIGINT');
    expect(await first).toBe(0);
  });

  test.each([
    ['and is the only error', []],
    ['and other work failed', [new Error('no disk')]],
  ])('work that continues after the grace period, %s, does not keep the process alive', async (_what, failures) => {
    const exited = Promise.withResolvers<unknown>();
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exited.resolve(code);
      return undefined as never;
    });
    const stuck: NodeJS.Timeout[] = [];
    const exit = run([], {
      gracefulShutdownTimeout: 1,
      setup: (manager) => {
        manager.add({
          name: 'stuck',
          group: 'others',
          start: () =>
            new Promise(() => {
              stuck.push(setInterval(() => undefined, 1000));
              if (failures.length === 0) process.emit('SIGTERM', 'SIGTERM');
            }),
        });
        for (const error of failures)
          manager.add({ name: 'failing', group: 'others', start: () => Promise.reject(error) });
      },
    });
    expect([await exit, await exited.promise]).toEqual([1, 1]);
    for (const timer of stuck) clearInterval(timer);
    vi.restoreAllMocks();
  });

  test('a promise that nobody awaited is logged, the process stops in order with 1, and the lease is released', async () => {
    await client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
    const program = path.join(import.meta.dirname, '../../test-support/forgetful-operator.ts');
    const flags = ['--leader-elect', '--leader-election-namespace=default', '--zap-encoder=json'];
    const operator = spawn(process.execPath, ['--conditions=@kb/source', program, ...flags]);
    const written = text(operator.stderr);
    const [code] = await once(operator, 'exit');
    const lines = (await written)
      .trim()
      .split('\n')
      .map((one): unknown => JSON.parse(one));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        msg: 'A promise that nobody awaited was rejected, the manager stops',
        error: 'configmaps "not-there" not found',
        stacktrace: expect.stringContaining('not found\n    at '),
      }),
    );
    expect([code, lines.at(-1)]).toEqual([1, expect.objectContaining({ level: 'info', msg: 'Stopped' })]);
    const released = await client.get(leases, { namespace: 'default', name: 'forgetful.example.com' });
    expect(released.spec?.holderIdentity ?? '').toBe('');
  });

  test('setup adds to the manager', async () => {
    const added: string[] = [];
    const exit = run([], {
      setup: (manager) => {
        manager.add({
          name: 'mine',
          group: 'others',
          start: async () => {
            added.push('ran');
            process.emit('SIGTERM', 'SIGTERM');
          },
        });
      },
    });
    expect([await exit, added, entries.filter(({ level }) => level === 'error')]).toEqual([0, ['ran'], []]);
  });
});
