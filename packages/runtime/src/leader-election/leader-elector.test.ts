import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { conflict, lockStore, type LockStore, memoryLock } from '../test-support/memory-lock.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { createLeaderElector, type LeaderElector, type LeaderElectorOptions } from './leader-elector.ts';
import type { LeaderElectionRecord } from './leader-election-record.ts';

let clock: VirtualClock;
let store: LockStore;
/** Added to what candidates read from the clock: a process that stood still sees time jump. */
let skipped = 0;
/** What happened, with the seconds since the start. */
let happened: string[] = [];
let start = 0;

beforeEach(() => {
  clock = createVirtualClock();
  start = clock.now();
  store = lockStore();
  skipped = 0;
  happened = [];
});

interface Candidate {
  readonly elector: LeaderElector;
  readonly end: AbortController;
  readonly running: Promise<void>;
}

function elector(identity: string, options: Partial<LeaderElectorOptions> = {}): LeaderElector {
  const say = (what: string): void => void happened.push(`${(clock.now() - start) / 1000} ${identity} ${what}`);
  return createLeaderElector({
    lock: memoryLock(store, identity),
    name: 'lock',
    leaseDuration: seconds(15),
    renewDeadline: seconds(10),
    retryPeriod: seconds(2),
    clock: { ...clock, now: () => clock.now() + skipped },
    random: () => 0.5,
    log: recordingLogger().log,
    callbacks: {
      onStartedLeading: (signal) => {
        say('started');
        signal.addEventListener('abort', () => say('told to end'));
      },
      onStoppedLeading: () => say('stopped'),
      onNewLeader: (leader) => say(`sees ${leader || 'nobody'}`),
    },
    metrics: {
      leading: () => say('metric 1'),
      notLeading: () => say('metric 0'),
      slowPath: () => say('slow path'),
    },
    ...options,
  });
}

function run(identity: string, options: Partial<LeaderElectorOptions> = {}): Candidate {
  const made = elector(identity, options);
  const end = new AbortController();
  return { elector: made, end, running: made.run(end.signal) };
}

const record = (holderIdentity: string, more: Partial<LeaderElectionRecord> = {}): LeaderElectionRecord => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
  leaderTransitions: 3,
  ...more,
});

describe('configuration', () => {
  test.each([
    ['leaseDuration must be greater than renewDeadline', { leaseDuration: seconds(10) }],
    ['renewDeadline must be greater than retryPeriod*JitterFactor', { retryPeriod: seconds(10) / 1.2 }],
    ['retryPeriod must be greater than zero', { retryPeriod: 0 }],
    ['renewDeadline must be greater than zero', { renewDeadline: -1 }],
    ['leaseDuration must be greater than zero', { leaseDuration: Number.NaN }],
    ['Lock identity is empty', { lock: { ...memoryLock(lockStore(), ''), identity: '' } }],
  ])('%s', (message, options) => {
    expect(() => elector('a', options)).toThrow(message);
  });

  test('the metric is there before anything is known', () => {
    elector('a');
    expect(happened).toEqual(['0 a metric 0']);
  });
});

describe('acquiring (a new leader renews once right away)', () => {
  test.each<[string, LeaderElectionRecord | undefined, string[], Partial<LeaderElectionRecord>]>([
    [
      'there is no record: it is created',
      undefined,
      ['a get', 'a create', 'a update'],
      { holderIdentity: 'a', leaderTransitions: 0 },
    ],
    [
      'nobody holds it: it is taken at once',
      record('', { leaseDurationSeconds: 1 }),
      ['a get', 'a update', 'a update'],
      { holderIdentity: 'a', leaderTransitions: 4 },
    ],
    [
      'this identity holds it already: since when, and how often it went over, stay',
      record('a'),
      ['a get', 'a update', 'a update'],
      { holderIdentity: 'a', leaderTransitions: 3, acquireTime: '2026-01-01T00:00:00.000000Z' },
    ],
    [
      'somebody else holds it: nothing is written',
      record('b'),
      ['a get'],
      { holderIdentity: 'b', leaderTransitions: 3 },
    ],
  ])('%s', async (_name, found, requests, wanted) => {
    store.record = found;
    store.version = found ? 1 : 0;
    const { end, running } = run('a');
    await clock.settle();
    expect(store.requests).toEqual(requests);
    expect(store.record).toMatchObject(wanted);
    end.abort();
    await running;
  });

  test('times have six digits of a second', async () => {
    const { end, running } = run('a');
    await clock.settle();
    expect(store.record).toMatchObject({
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
      leaseDurationSeconds: 15,
    });
    end.abort();
    await running;
  });

  test('a lease expires when it was seen unchanged for as long as it says, whatever its times are', async () => {
    // As if the holder's clock were a day ahead, or behind.
    for (const renewTime of ['2026-01-02T00:00:00.000000Z', '2025-12-31T00:00:00.000000Z']) {
      store.record = record('b', { renewTime });
      store.version += 1;
      const { elector: a, end, running } = run('a', { random: () => 0 });
      await clock.advance(seconds(15));
      expect([renewTime, a.isLeader(), a.leader()]).toEqual([renewTime, false, 'b']);
      await clock.advance(seconds(2));
      expect([renewTime, a.isLeader(), store.record.leaderTransitions]).toEqual([renewTime, true, 4]);
      end.abort();
      await running;
    }
  });

  test('every change of the record counts as a sign of life', async () => {
    store.record = record('b');
    store.version = 1;
    const { elector: a, end, running } = run('a');
    for (let beat = 1; beat <= 5; beat += 1) {
      await clock.advance(seconds(14));
      store.record = record('b', { renewTime: `2026-01-01T00:00:0${beat}.000000Z` });
    }
    expect(a.isLeader()).toBe(false);
    expect(store.requests).not.toContain('a update');
    end.abort();
    await running;
  });

  test.each([
    [0, 2],
    [0.5, 3.2],
    [0.999, 4.3976],
  ])('the next try comes after 1 to 2.2 retry periods: random %s gives %s s', async (random, wait) => {
    store.record = record('b');
    store.version = 1;
    const { end, running } = run('a', { random: () => random });
    await clock.settle();
    expect((clock.nextDue() ?? 0) - start).toBeCloseTo(wait * 1000, 3);
    end.abort();
    await running;
  });

  test('who lost the race for an expired lease tries on', async () => {
    store.record = record('c', { holderIdentity: '' });
    store.version = 1;
    const a = run('a');
    const b = run('b', { random: () => 0.9 });
    await clock.advance(seconds(60));
    expect([a, b].filter((one) => one.elector.isLeader())).toHaveLength(1);
    expect(store.record.leaderTransitions).toBe(4);
    for (const { end } of [a, b]) end.abort();
    await Promise.all([a.running, b.running]);
  });
});

describe('leading', () => {
  test('renews every retry period without reading, keeps since when, moves the time of renewal', async () => {
    const { end, running } = run('a');
    await clock.advance(seconds(6));
    expect(store.requests).toEqual(['a get', 'a create', 'a update', 'a update', 'a update', 'a update']);
    expect(store.record).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:06.000000Z',
      leaderTransitions: 0,
    });
    end.abort();
    await running;
  });

  test('a renewal that meets a conflict reads, sees that it still leads, and writes', async () => {
    const { elector: a, end, running } = run('a');
    await clock.settle();
    store.version += 1; // somebody put a label on the Lease
    store.requests.length = 0;
    await clock.advance(seconds(2));
    expect(store.requests).toEqual(['a update', 'a get', 'a update']);
    expect([a.isLeader(), happened.includes('2 a slow path')]).toEqual([true, true]);
    end.abort();
    await running;
  });

  test('who finds another in the record leads no more, at once', async () => {
    const { elector: a, running } = run('a');
    await clock.settle();
    store.record = record('b');
    store.version += 1;
    await clock.advance(seconds(2));
    await running;
    expect([a.isLeader(), a.leadership.valid(), store.record.holderIdentity]).toEqual([false, false, 'b']);
    expect(happened).toEqual([
      '0 a metric 0',
      '0 a sees a',
      '0 a metric 1',
      '0 a started',
      '2 a sees b',
      '2 a metric 0',
      '2 a told to end',
      '2 a stopped',
    ]);
    expect(store.events).toEqual(['a became leader', 'a stopped leading']);
  });

  test('who cannot renew gives up after the renew deadline, before anybody else may take over', async () => {
    const { elector: a, running } = run('a');
    await clock.settle();
    store.fault = () => {
      throw new Error('no connection');
    };
    await clock.advance(11_999);
    expect(a.leadership.valid()).toBe(true);
    await clock.advance(1);
    expect(a.leadership.valid()).toBe(false);
    await running;
    expect(happened.slice(-3)).toEqual(['12 a metric 0', '12 a told to end', '12 a stopped']);
  });

  test('a request that never ends is ended with the renew deadline', async () => {
    const { running } = run('a');
    await clock.settle();
    store.fault = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await clock.advance(seconds(12));
    await running;
    expect(happened.at(-1)).toBe('12 a stopped');
  });

  test.each([
    [9, 'a update', true],
    [13, undefined, false],
  ])('a process that stood still for %s s: first looks at the clock', async (stall, request, leads) => {
    const { elector: a, end, running } = run('a');
    await clock.settle();
    store.requests.length = 0;
    skipped = seconds(stall);
    expect(a.leadership.valid()).toBe(leads);
    await clock.advance(seconds(2));
    expect(store.requests[0]).toBe(request);
    expect(happened.at(-1)).toBe(leads ? '0 a started' : '2 a stopped');
    end.abort();
    await running;
  });

  test('the lease cannot outlast what others wait, even when a retry period would', async () => {
    const { elector: a, end, running } = run('a', { renewDeadline: seconds(14), retryPeriod: seconds(11) });
    await clock.settle();
    skipped = 14_999;
    expect(a.leadership.valid()).toBe(true);
    skipped = 15_000;
    expect(a.leadership.valid()).toBe(false);
    end.abort();
    await running;
  });

  test('a wall clock that jumps closes the fence until the next renewal, and costs no leadership', async () => {
    let jump = 0;
    const wall = { ...clock, now: () => clock.now() + jump, monotonic: () => clock.now() };
    const { elector: a, end, running } = run('a', { clock: wall });
    await clock.settle();
    jump = seconds(3600);
    expect(a.leadership.valid()).toBe(false);
    await clock.advance(seconds(2));
    expect([a.leadership.valid(), a.isLeader()]).toEqual([true, true]);
    jump = -seconds(3600);
    await clock.advance(seconds(30));
    expect([a.leadership.valid(), a.isLeader()]).toEqual([true, true]);
    end.abort();
    await running;
  });

  test('the watch dog barks when a leader has not renewed for the lease duration and the tolerance', async () => {
    const { elector: a, end, running } = run('a');
    expect(() => a.check(seconds(20))).not.toThrow();
    await clock.settle();
    skipped = seconds(35);
    expect(() => a.check(seconds(20))).not.toThrow();
    skipped = seconds(35) + 1;
    expect(() => a.check(seconds(20))).toThrow('failed election to renew leadership on lease lock');
    end.abort();
    await running;
  });
});

describe('ending', () => {
  test('without having led, it says that it stopped all the same', async () => {
    store.record = record('b');
    store.version = 1;
    const { end, running } = run('a');
    await clock.settle();
    end.abort();
    await running;
    expect(happened).toEqual(['0 a metric 0', '0 a sees b', '0 a stopped']);
    expect(store.events).toEqual([]);
  });

  test('keeps the lease unless it may release it', async () => {
    const { end, running } = run('a');
    await clock.settle();
    end.abort();
    await running;
    expect(store.record?.holderIdentity).toBe('a');
    expect(store.requests).toEqual(['a get', 'a create', 'a update']);
  });

  test('gives the lease away: nobody, for a second, with as many transitions', async () => {
    const { elector: a, end, running } = run('a', { mayRelease: () => true });
    await clock.advance(seconds(1));
    end.abort();
    await running;
    expect(store.record).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: '2026-01-01T00:00:01.000000Z',
      renewTime: '2026-01-01T00:00:01.000000Z',
      leaderTransitions: 0,
    });
    expect([a.isLeader(), a.leadership.valid()]).toEqual([false, false]);
    const next = run('b');
    await clock.settle();
    expect([next.elector.isLeader(), store.record?.leaderTransitions]).toEqual([true, 1]);
    next.end.abort();
    await next.running;
  });

  test('does not give away what the server says another holds', async () => {
    const { end, running } = run('a', { mayRelease: () => true });
    await clock.settle();
    store.record = record('b');
    store.version += 1;
    end.abort();
    await running;
    expect(store.record.holderIdentity).toBe('b');
  });

  test('a release that meets a conflict reads again', async () => {
    const { end, running } = run('a', { mayRelease: () => true });
    await clock.settle();
    let faults = 2;
    store.fault = (request) => {
      if (request === 'a update' && (faults -= 1) >= 0) throw conflict();
    };
    store.requests.length = 0;
    end.abort();
    await clock.advance(seconds(1));
    await running;
    expect(store.requests).toEqual(['a get', 'a update', 'a get', 'a update', 'a get', 'a update']);
    expect(store.record?.holderIdentity).toBe('');
  });

  test('a release gives up with the renew deadline', async () => {
    const { end, running } = run('a', { mayRelease: () => true });
    await clock.settle();
    store.fault = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    end.abort();
    await clock.advance(seconds(10));
    await running;
    expect(happened.at(-1)).toBe('10 a stopped');
  });

  test('a lost lease is not given away: what it guards may still be running', async () => {
    const { running } = run('a', { mayRelease: () => true });
    await clock.settle();
    skipped = seconds(13);
    await clock.advance(seconds(2));
    await running;
    expect(store.record?.holderIdentity).toBe('a');
  });
});
