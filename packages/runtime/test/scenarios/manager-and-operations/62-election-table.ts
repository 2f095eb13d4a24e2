import assert from 'node:assert/strict';
import type { Clock, HttpResponse } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { type Lease, type LeaseSpec, leases } from '@kb/kubernetes/coordination/v1';
import { createLeaderElector, type LeaderElector } from '../../../src/leader-election/leader-elector.ts';
import { createLeaseLock } from '../../../src/leader-election/lock/lease-lock.ts';
import { silentLogger } from '../../../src/log/logger.ts';
import { type OwnTime, ownTime } from '../own-time.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** One candidate, with its requests to the server. */
interface Candidate {
  readonly elector: LeaderElector;
  readonly requests: string[];
  /** Ends it; resolves when it has ended. */
  end(): Promise<void>;
}

interface CandidateOptions {
  /** How far its clock is from the others'. */
  readonly skew?: number;
  readonly release?: boolean;
  /** Called before each request is sent. */
  readonly before?: (request: string) => Promise<void> | void;
}

function candidate(
  environment: ScenarioEnvironment,
  time: OwnTime,
  name: string,
  identity: string,
  options: CandidateOptions = {},
): Candidate {
  const { skew = 0, release = false, before } = options;
  const { namespace, random, transport } = environment;
  const clock: Clock = {
    ...time.clock,
    now: () => time.clock.now() + skew,
    monotonic: () => time.clock.now(),
  };
  const requests: string[] = [];
  const client = createClient({
    transport: {
      send: (request, signal) =>
        time.during(async () => {
          const verb = { GET: 'get', POST: 'create', PUT: 'update' }[request.method] ?? request.method;
          requests.push(verb);
          await before?.(verb);
          return whole(await transport.send(request, signal));
        }),
    },
    clock,
  });
  const lock = createLeaseLock({
    client,
    clock,
    namespace,
    name,
    identity,
    timeout: 1000,
    labels: { 'test/holder': identity },
  });
  const elector = createLeaderElector({
    lock,
    name,
    leaseDuration: 2000,
    renewDeadline: 1500,
    retryPeriod: 300,
    clock,
    random,
    log: silentLogger,
    mayRelease: () => release,
    callbacks: { onStartedLeading: () => undefined, onStoppedLeading: () => undefined },
  });
  const stop = new AbortController();
  const running = elector.run(stop.signal);
  return {
    elector,
    requests,
    end: async () => {
      stop.abort();
      let ended = false;
      void running.then(() => (ended = true));
      await time.eventually(() => assert.ok(ended));
    },
  };
}

/** The response, once it is complete. */
async function whole({ body, ...answer }: HttpResponse): Promise<HttpResponse> {
  if (body instanceof Uint8Array) return { ...answer, body };
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { ...answer, body: Buffer.concat(chunks) };
}

export const scenario: Scenario = {
  name: 'An election: creates, refuses a valid lease, takes an expired and an empty one, renews without reading, survives a conflict, releases, and trusts no clock but its own',
  run: async (environment) => {
    const { client, namespace } = environment;
    const time = ownTime(environment);
    const read = (name: string): Promise<Lease> => client.get(leases, { namespace, name });
    const spec = async (name: string): Promise<LeaseSpec> => (await read(name)).spec ?? {};
    const leads = (who: Candidate): Promise<void> => time.eventually(() => assert.ok(who.elector.isLeader(), 'leads'));

    // No Lease: it is made.
    const a = candidate(environment, time, 'election', 'a');
    await leads(a);
    const made = await spec('election');
    assert.deepEqual(a.requests.slice(0, 2), ['get', 'create']);
    assert.deepEqual([made.holderIdentity, made.leaseDurationSeconds, made.leaseTransitions], ['a', 2, 0]);
    assert.match(made.acquireTime ?? '', microTime);
    assert.match(made.renewTime ?? '', microTime);

    // Held and renewed: refused, however far the other's clock is ahead or behind.
    const ahead = candidate(environment, time, 'election', 'ahead', { skew: 86_400_000 });
    const slow = candidate(environment, time, 'election', 'behind', { skew: -86_400_000 });
    await time.eventually(async () => {
      assert.ok(ahead.requests.length > 6 && slow.requests.length > 6);
    });
    assert.deepEqual(new Set([...ahead.requests, ...slow.requests]), new Set(['get']));
    assert.deepEqual([ahead.elector.leader(), slow.elector.leader()], ['a', 'a']);

    // Renewed without being read; the time since which it leads stays.
    assert.deepEqual(new Set(a.requests.slice(2)), new Set(['update']));
    const renewed = await spec('election');
    assert.deepEqual([renewed.acquireTime, renewed.leaseTransitions], [made.acquireTime, 0]);
    assert.ok((renewed.renewTime ?? '') > (made.renewTime ?? ''));

    // A conflict: the Lease is read again, is still held by this candidate, and is written.
    await client.patch(
      leases,
      { namespace, name: 'election' },
      { type: 'merge', value: { metadata: { labels: { touched: 'yes' } } } },
    );
    a.requests.length = 0;
    await time.eventually(() => assert.ok(a.requests.includes('get')));
    await time.eventually(() => assert.ok(a.requests.at(-1) === 'update' && a.requests.length > 3));
    assert.ok(a.elector.isLeader());
    assert.deepEqual((await read('election')).metadata.labels, { touched: 'yes', 'test/holder': 'a' });

    // The holder disappears: the lease is taken once it has been seen unchanged for its duration, not earlier.
    await slow.end();
    await a.end();
    const died = time.clock.now();
    assert.equal((await spec('election')).holderIdentity, 'a');
    await leads(ahead);
    assert.ok(time.clock.now() - died >= 1500, `${time.clock.now() - died} ms`);
    const taken = await spec('election');
    assert.deepEqual([taken.holderIdentity, taken.leaseTransitions], ['ahead', 1]);
    assert.notEqual(taken.acquireTime, made.acquireTime);
    assert.equal((await read('election')).metadata.labels?.['test/holder'], 'ahead');
    await ahead.end();

    // Released despite a conflict: the holder is empty, the duration a second, and the lease is taken at once.
    let conflicts = 1;
    let releasing = false;
    const releaser = candidate(environment, time, 'release', 'releaser', {
      release: true,
      before: async (request) => {
        if (!releasing || request !== 'update' || (conflicts -= 1) < 0) return;
        const key = { namespace, name: 'release' };
        await client.patch(leases, key, { type: 'merge', value: { metadata: { labels: { touched: 'again' } } } });
      },
    });
    await leads(releaser);
    releasing = true;
    await releaser.end();
    const released = await spec('release');
    assert.deepEqual(
      [released.holderIdentity ?? '', released.leaseDurationSeconds, released.leaseTransitions],
      ['', 1, 0],
    );
    const next = candidate(environment, time, 'release', 'next');
    await leads(next);
    assert.deepEqual(next.requests.slice(0, 2), ['get', 'update']);
    assert.equal((await spec('release')).leaseTransitions, 1);
    await next.end();

    // Lost without being noticed: the release leaves the successor's lease alone.
    let isTaken = false;
    const unaware = candidate(environment, time, 'unaware', 'unaware', { release: true });
    await leads(unaware);
    const held = await read('unaware');
    await time.eventually(async () => {
      const newest = await read('unaware');
      await client.update(leases, { ...newest, spec: { ...held.spec, holderIdentity: 'successor' } });
      isTaken = true;
    });
    assert.ok(isTaken);
    await unaware.end();
    assert.equal((await spec('unaware')).holderIdentity, 'successor');
  },
};
