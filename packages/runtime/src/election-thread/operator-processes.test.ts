import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiServer, createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '../testdata/certificate-authority.ts';
import { freePort } from '../testdata/free-port-adapter.ts';
import { type OperatorProcess, type OperatorProcessOptions, startOperator } from '../testdata/operator-process.ts';
import { startSecureFront } from '../testdata/secure-front.ts';

/** What a process of Node does that does not get the processor for long is not judged here: these are the limits of the whole test. */
const patience = 120_000;
const shortLease = JSON.stringify({ leaseDuration: 8000, renewDeadline: 6000, retryPeriod: 1000 });
const lease = { namespace: 'default', name: 'computing.example.com' };

let folder: string;
let api: ApiServer;
let client: Client;
let started: OperatorProcess[];
let kubeconfig: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kb-election-thread-'));
  kubeconfig = path.join(folder, 'kubeconfig');
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((operator) => operator.end('SIGKILL')));
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  api = createApiServer({ clock: systemClock });
  const { url } = await api.listen();
  client = createClient({ clock: systemClock, transport: api.transport });
  writeFileSync(kubeconfig, configOf({ server: url }, {}));
}

const configOf = (cluster: object, user: object): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster }],
    users: [{ name: 'a', user }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  });

function start(name: string, options: Partial<OperatorProcessOptions> = {}): OperatorProcess {
  const operator = startOperator({ program: 'computing-operator.ts', name, kubeconfig, ...options });
  started.push(operator);
  return operator;
}

/** One that leads, and one that waits. */
async function startTwo(options: Partial<OperatorProcessOptions> = {}): Promise<[OperatorProcess, OperatorProcess]> {
  const leader = start('first', options);
  await leader.line('Successfully acquired lease');
  const follower = start('second', options);
  await follower.line('Attempting to acquire leader lease...');
  return [leader, follower];
}

const compute = (seconds: string, more: Record<string, string> = {}): Promise<unknown> =>
  client.create(configMaps, { metadata: { name: 'work', namespace: 'default' }, data: { seconds, ...more } });

/** Resolves when the work is done, with who did it. */
async function done(): Promise<string | undefined> {
  for await (const { type, object } of client.watch(configMaps, { namespace: 'default', timeoutSeconds: 100 })) {
    if (type !== 'BOOKMARK' && object.metadata.name === 'work' && object.data?.['by']) return object.data['by'];
  }
  return undefined;
}

const acquired = ({ lines }: OperatorProcess): number =>
  lines.filter(({ msg }) => msg === 'Successfully acquired lease').length;

const transitions = async (): Promise<number | undefined> => (await client.get(leases, lease)).spec?.leaseTransitions;

describe('two replicas', { timeout: patience }, () => {
  test.each([
    ['at once', {}],
    ['after it awaited something', { after: 'yes' }],
  ])('a leader that computes for 20 s, %s, keeps its lease and completes', async (_name, more) => {
    await startServer();
    const [leader, follower] = await startTwo();
    await compute('20', more);
    expect(await done()).toBe('first');
    expect([acquired(leader), acquired(follower), await transitions()]).toEqual([1, 0, 0]);
    const told = await leader.line(
      'Warning: the reconciler held the event loop: watches, requests and timers waited for it; see createComputePool',
    );
    expect(told).toMatchObject({ controller: 'computing', name: 'work', namespace: 'default' });
    expect(told['seconds']).toBeGreaterThan(15);
    expect(await leader.end()).toBe(0);
    await follower.line('Successfully acquired lease');
    expect(await follower.end()).toBe(0);
  });

  test('a leader in an endless loop is ended after maxStall, says in what, and the other takes over', async () => {
    await startServer();
    const [leader, follower] = await startTwo({ args: ['--max-stall=3s'], env: { LEASE: shortLease } });
    await compute('ever');
    expect(await leader.ended).toBe('SIGKILL');
    expect(leader.lines.at(-1)).toMatchObject({
      level: 'error',
      msg: 'The event loop stood still for longer than maxStall: the process is ended',
      controller: 'computing',
      key: 'default/work',
      maxStallSeconds: 3,
    });
    await follower.line('Successfully acquired lease');
    expect(await transitions()).toBe(1);
  });
});

describe('one replica', { timeout: patience }, () => {
  test('probes are answered while its reconciler computes, with how old the answer of an own check is', async () => {
    await startServer();
    const port = await freePort();
    const operator = start('first', { args: [`--health-probe-bind-address=127.0.0.1:${port}`] });
    await operator.line('Successfully acquired lease');
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return `${response.status} ${await response.text()}`;
    };
    expect(await get('/readyz/own')).toBe('200 ok');
    expect(await get('/readyz')).toMatch(/^200 ok/);
    await compute('8');
    await operator.line('Computing');
    expect(await get('/healthz?verbose')).toBe('200 [+]healthz ok\n[+]leader-election ok\nhealthz check passed\n');
    expect(await get('/readyz/own')).toMatch(/^200 ok \(\d+ s ago\)$/);
    expect(await get('/readyz?verbose')).toMatch(/\[\+\]caches ok \(\d+ s ago\)\n\[\+\]own ok \(\d+ s ago\)/);
    expect(await done()).toBe('first');
    expect(await get('/readyz/own')).toBe('200 ok');
    expect(await operator.end()).toBe(0);
  });

  test('a token that is replaced while its reconciler computes is read, and the lease stays', async () => {
    await startServer();
    const authority = await createCertificateAuthority('a');
    const mine = await authority.issue('operator');
    await using front = await startSecureFront({
      transport: api.transport,
      own: await authority.issue('api-server'),
      clientCa: authority.ca,
      token: 'old',
      clients: ['operator'],
    });
    const files = { 'ca.crt': authority.ca, 'tls.crt': mine.certificate, 'tls.key': mine.key, token: 'old' };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const cluster = { server: front.url, 'certificate-authority': 'ca.crt' };
    const user = { tokenFile: 'token', 'client-certificate': 'tls.crt', 'client-key': 'tls.key' };
    writeFileSync(kubeconfig, configOf(cluster, user));
    const operator = start('first', { env: { LEASE: shortLease } });
    await operator.line('Successfully acquired lease');
    await compute('15');
    await operator.line('Computing');
    writeFileSync(path.join(folder, 'token'), 'new');
    front.admit('new', ['operator']);
    expect(await done()).toBe('first');
    expect(front.seen.filter(({ status, path }) => status === 401 && path.includes('/leases/')).length).toBe(1);
    expect([acquired(operator), await transitions()]).toEqual([1, 0]);
    expect(await operator.end()).toBe(0);
  });

  test('a leader whose thread dies leads no more: it writes nothing, and its process ends', async () => {
    await startServer();
    const operator = start('first', { program: 'thread-losing-operator.ts' });
    await operator.line('Successfully acquired lease');
    await compute('1');
    expect(await operator.line('Not written')).toMatchObject({ code: 'LeadershipLost' });
    expect(await operator.ended).toBe(1);
    expect(operator.lines.filter(({ msg }) => msg === 'The thread of leader election has ended')).toHaveLength(1);
    expect(await operator.line('The manager stopped')).toMatchObject({ error: 'leader election lost' });
    expect((await client.get(configMaps, 'default/work')).data).toEqual({ seconds: '1' });
  });

  test('where no thread may be started, one warning says so and the lease is renewed on the event loop', async () => {
    await startServer();
    const operator = start('first', { nodeArgs: ['--permission', '--allow-fs-read=*', '--allow-net'] });
    await operator.line('Successfully acquired lease');
    await compute('0.1');
    expect(await done()).toBe('first');
    expect(
      operator.lines.filter(({ msg }) => msg.startsWith('Warning: leader election and probes run on')),
    ).toHaveLength(1);
    expect(await operator.end()).toBe(0);
  });
});
