import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '../test-support/certificate-authority.ts';
import { freePort } from '../test-support/free-port-adapter.ts';
import { type OperatorProcess, type OperatorProcessOptions, startOperator } from '../test-support/operator-process.ts';
import { startSecureFront } from '../test-support/secure-front.ts';

// Leases last 15 seconds, the default, so that a process without processor time for some seconds still leads. The cases
// run concurrently: most of their time is waiting.

const lease = { namespace: 'default', name: 'computing.example.com' };

/** An API server, and operators as processes. */
interface Stage extends AsyncDisposable {
  readonly folder: string;
  readonly api: ReturnType<typeof createApiServer>;
  readonly client: Client;
  /** Writes the kubeconfig of new operators. Initially it points to the server. */
  connectBy(cluster: object, user: object): void;
  start(name: string, options?: Partial<OperatorProcessOptions>): OperatorProcess;
  /** Starts an operator that leads, and one that waits. */
  startTwo(options?: Partial<OperatorProcessOptions>): Promise<[OperatorProcess, OperatorProcess]>;
  /** Creates work for the reconcilers. */
  compute(work: Readonly<Record<string, string>>): Promise<unknown>;
  /** Resolves when the work is done, with the name of the operator that did it. */
  done(): Promise<string | undefined>;
  transitions(): Promise<number | undefined>;
}

async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-election-thread-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const started: OperatorProcess[] = [];
  const api = createApiServer({ clock: systemClock });
  const { url } = await api.listen();
  const client = createClient({ clock: systemClock, transport: api.transport });
  const connectBy: Stage['connectBy'] = (cluster, user) => writeFileSync(kubeconfig, configOf(cluster, user));
  connectBy({ server: url }, {});

  const start: Stage['start'] = (name, options = {}) => {
    const operator = startOperator({ program: 'computing-operator.ts', name, kubeconfig, ...options });
    started.push(operator);
    return operator;
  };
  return {
    folder,
    api,
    client,
    connectBy,
    start,
    startTwo: async (options) => {
      const leader = start('first', options);
      await leader.line('Successfully acquired lease');
      const follower = start('second', options);
      await follower.line('Attempting to acquire leader lease...');
      return [leader, follower];
    },
    compute: (data) => client.create(configMaps, { metadata: { name: 'work', namespace: 'default' }, data }),
    done: async () => {
      for await (const { type, object } of client.watch(configMaps, { namespace: 'default', timeoutSeconds: 170 })) {
        if (type !== 'BOOKMARK' && object.metadata.name === 'work' && object.data?.['by']) return object.data['by'];
      }
      return undefined;
    },
    transitions: async () => (await client.get(leases, lease)).spec?.leaseTransitions,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((operator) => operator.end('SIGKILL')));
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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

const acquired = ({ lines }: OperatorProcess): number =>
  lines.filter(({ msg }) => msg === 'Successfully acquired lease').length;

describe.concurrent('two replicas', () => {
  test.each([
    ['at once', {}],
    ['after it awaited something', { after: 'yes' }],
  ])('a leader that computes for 20 s, %s, keeps its lease and completes', async (_name, more) => {
    await using stage = await setStage();
    const [leader, follower] = await stage.startTwo();
    await stage.compute({ seconds: '20', ...more });
    expect(await stage.done()).toBe('first');
    expect([acquired(leader), acquired(follower), await stage.transitions()]).toEqual([1, 0, 0]);
    const told = await leader.line(
      'Warning: the reconciler held the event loop: watches, requests and timers waited for it; see createComputePool',
    );
    expect(told).toMatchObject({ controller: 'computing', name: 'work', namespace: 'default' });
    expect(told['seconds']).toBeGreaterThan(15);
    expect(await leader.end()).toBe(0);
    await follower.line('Successfully acquired lease');
    expect(await follower.end()).toBe(0);
  });

  test('a leader in an endless loop is ended after maxStall, names the reconcile, and the other takes over', async () => {
    await using stage = await setStage();
    // Long enough for a process to start on a busy machine.
    const [leader, follower] = await stage.startTwo({ args: ['--max-stall=10s'] });
    await stage.compute({ seconds: 'ever' });
    expect(await leader.ended).toBe('SIGKILL');
    expect(leader.lines.at(-1)).toMatchObject({
      level: 'error',
      msg: 'The event loop stood still for longer than maxStall: the process is ended',
      controller: 'computing',
      key: 'default/work',
      maxStallSeconds: 10,
    });
    await follower.line('Successfully acquired lease');
    expect(await stage.transitions()).toBe(1);
  });
});

describe.concurrent('one replica', () => {
  test("probes respond while its reconciler computes, with the age of a custom check's result", async () => {
    await using stage = await setStage();
    const port = await freePort();
    const operator = stage.start('first', { args: [`--health-probe-bind-address=127.0.0.1:${port}`] });
    await operator.line('Successfully acquired lease');
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return `${response.status} ${await response.text()}`;
    };
    await expect.poll(() => get('/readyz')).toMatch(/^200 ok/);
    await expect.poll(() => get('/readyz/own')).toBe('200 ok');
    const until = path.join(stage.folder, 'enough');
    await stage.compute({ until });
    await operator.line('Computing');
    expect(await get('/healthz?verbose')).toBe('200 [+]healthz ok\n[+]leader-election ok\nhealthz check passed\n');
    expect(await get('/readyz/own')).toMatch(/^200 ok \(\d+ s ago\)$/);
    expect(await get('/readyz?verbose')).toMatch(/\[\+\]caches ok \(\d+ s ago\)\n\[\+\]own ok \(\d+ s ago\)/);
    writeFileSync(until, '');
    expect(await stage.done()).toBe('first');
    await expect.poll(() => get('/readyz/own')).toBe('200 ok');
    expect(await operator.end()).toBe(0);
  });

  test('a token that is replaced while its reconciler computes is read, and the lease is kept', async () => {
    await using stage = await setStage();
    const authority = await createCertificateAuthority('a');
    const mine = await authority.issueToClient('operator');
    await using front = await startSecureFront({
      transport: stage.api.transport,
      own: await authority.issue('api-server'),
      clientCa: authority.ca,
      token: 'old',
      clients: ['operator'],
    });
    const files = { 'ca.crt': authority.ca, 'tls.crt': mine.certificate, 'tls.key': mine.key, token: 'old' };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(stage.folder, name), text);
    stage.connectBy(
      { server: front.url, 'certificate-authority': 'ca.crt' },
      { tokenFile: 'token', 'client-certificate': 'tls.crt', 'client-key': 'tls.key' },
    );
    const operator = stage.start('first');
    await operator.line('Successfully acquired lease');
    const until = path.join(stage.folder, 'enough');
    await stage.compute({ until });
    await operator.line('Computing');
    writeFileSync(path.join(stage.folder, 'token'), 'new');
    front.admit('new', ['operator']);
    const before = front.seen.length;
    const ofLeases = (code: number): number =>
      front.seen.slice(before).filter(({ status, path }) => status === code && path.includes('/leases/')).length;
    await expect.poll(() => ofLeases(200)).toBeGreaterThan(2);
    expect(ofLeases(401)).toBeLessThanOrEqual(1);
    writeFileSync(until, '');
    expect(await stage.done()).toBe('first');
    expect([acquired(operator), await stage.transitions()]).toEqual([1, 0]);
    expect(await operator.end()).toBe(0);
  });

  test('a leader whose thread dies no longer leads: it writes nothing, and its process ends', async () => {
    await using stage = await setStage();
    const operator = stage.start('first', { program: 'thread-losing-operator.ts' });
    await operator.line('Successfully acquired lease');
    await stage.compute({ seconds: '1' });
    expect(await operator.line('Not written')).toMatchObject({ code: 'KB_LEADERSHIP_LOST' });
    expect(await operator.ended).toBe(1);
    expect(operator.lines.filter(({ msg }) => msg === 'The thread of leader election has ended')).toHaveLength(1);
    expect(await operator.line('The manager stopped')).toMatchObject({ error: 'leader election lost' });
    expect((await stage.client.get(configMaps, 'default/work')).data).toEqual({ seconds: '1' });
  });

  test('when no thread can be started, one warning is logged and the lease is renewed on the event loop', async () => {
    await using stage = await setStage();
    const operator = stage.start('first', { nodeArgs: ['--permission', '--allow-fs-read=*', '--allow-net'] });
    await operator.line('Successfully acquired lease');
    await stage.compute({ seconds: '0.1' });
    expect(await stage.done()).toBe('first');
    expect(
      operator.lines.filter(({ msg }) => msg.startsWith('Warning: leader election and probes run on')),
    ).toHaveLength(1);
    expect(await operator.end()).toBe(0);
  });
});
