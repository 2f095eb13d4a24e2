import { beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { createElectorStage, type ElectorStage, record } from '../test-support/elector-stage.ts';
import { lockStore, memoryLock } from '../test-support/memory-lock.ts';
import type { LeaderElectionRecord } from './lock/leader-election-record.ts';

let stage: ElectorStage;
beforeEach(() => {
  stage = createElectorStage();
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
    expect(() => stage.elector('a', options)).toThrow(message);
  });

  test('the metric exists before anything is known', () => {
    stage.elector('a');
    expect(stage.happened).toEqual(['0 a metric 0']);
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
      'another candidate holds it: nothing is written',
      record('b'),
      ['a get'],
      { holderIdentity: 'b', leaderTransitions: 3 },
    ],
  ])('%s', async (_name, found, requests, wanted) => {
    stage.store.record = found;
    stage.store.version = found ? 1 : 0;
    const { end, running } = stage.run('a');
    await stage.clock.settle();
    expect(stage.store.requests).toEqual(requests);
    expect(stage.store.record).toMatchObject(wanted);
    end.abort();
    await running;
  });

  test('times have six digits of a second', async () => {
    const { end, running } = stage.run('a');
    await stage.clock.settle();
    expect(stage.store.record).toMatchObject({
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
      leaseDurationSeconds: 15,
    });
    end.abort();
    await running;
  });

  test('a lease expires when it was seen unchanged for its duration, whatever its times are', async () => {
    // As if the holder's stage.clock were a day ahead or slow.
    for (const renewTime of ['2026-01-02T00:00:00.000000Z', '2025-12-31T00:00:00.000000Z']) {
      stage.store.record = record('b', { renewTime });
      stage.store.version += 1;
      const { elector: a, end, running } = stage.run('a', { random: () => 0 });
      await stage.clock.advance(seconds(15));
      expect([renewTime, a.isLeader(), a.leader()]).toEqual([renewTime, false, 'b']);
      await stage.clock.advance(seconds(2));
      expect([renewTime, a.isLeader(), stage.store.record.leaderTransitions]).toEqual([renewTime, true, 4]);
      end.abort();
      await running;
    }
  });

  test('every change of the record counts as a sign of life', async () => {
    stage.store.record = record('b');
    stage.store.version = 1;
    const { elector: a, end, running } = stage.run('a');
    for (let beat = 1; beat <= 5; beat += 1) {
      await stage.clock.advance(seconds(14));
      stage.store.record = record('b', { renewTime: `2026-01-01T00:00:0${beat}.000000Z` });
    }
    expect(a.isLeader()).toBe(false);
    expect(stage.store.requests).not.toContain('a update');
    end.abort();
    await running;
  });

  test.each([
    [0, 2],
    [0.5, 3.2],
    [0.999, 4.3976],
  ])('the next try comes after 1 to 2.2 retry periods: random %s gives %s s', async (random, wait) => {
    stage.store.record = record('b');
    stage.store.version = 1;
    const { end, running } = stage.run('a', { random: () => random });
    await stage.clock.settle();
    expect((stage.clock.nextDue() ?? 0) - stage.start).toBeCloseTo(wait * 1000, 3);
    end.abort();
    await running;
  });

  test('the loser of a race for an expired lease tries again', async () => {
    stage.store.record = record('c', { holderIdentity: '' });
    stage.store.version = 1;
    const a = stage.run('a');
    const b = stage.run('b', { random: () => 0.9 });
    await stage.clock.advance(seconds(60));
    expect([a, b].filter((one) => one.elector.isLeader())).toHaveLength(1);
    expect(stage.store.record.leaderTransitions).toBe(4);
    for (const { end } of [a, b]) end.abort();
    await Promise.all([a.running, b.running]);
  });
});

describe('leading', () => {
  test('renews every retry period without reading, and only updates the time of renewal', async () => {
    const { end, running } = stage.run('a');
    await stage.clock.advance(seconds(6));
    expect(stage.store.requests).toEqual(['a get', 'a create', 'a update', 'a update', 'a update', 'a update']);
    expect(stage.store.record).toEqual({
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
    const { elector: a, end, running } = stage.run('a');
    await stage.clock.settle();
    stage.store.version += 1; // another client put a label on the Lease
    stage.store.requests.length = 0;
    await stage.clock.advance(seconds(2));
    expect(stage.store.requests).toEqual(['a update', 'a get', 'a update']);
    expect([a.isLeader(), stage.happened.includes('2 a slow path')]).toEqual([true, true]);
    end.abort();
    await running;
  });

  test('a leader that finds another in the record stops leading at once', async () => {
    const { elector: a, running } = stage.run('a');
    await stage.clock.settle();
    stage.store.record = record('b');
    stage.store.version += 1;
    await stage.clock.advance(seconds(2));
    await running;
    expect([a.isLeader(), a.leadership.valid(), stage.store.record.holderIdentity]).toEqual([false, false, 'b']);
    expect(stage.happened).toEqual([
      '0 a metric 0',
      '0 a sees a',
      '0 a metric 1',
      '0 a started',
      '2 a sees b',
      '2 a metric 0',
      '2 a told to end',
      '2 a stopped',
    ]);
    expect(stage.store.events).toEqual(['a became leader', 'a stopped leading']);
  });

  test('a leader that cannot renew gives up after the renew deadline, before another may take over', async () => {
    const { elector: a, running } = stage.run('a');
    await stage.clock.settle();
    stage.store.fault = () => {
      throw new Error('no connection');
    };
    await stage.clock.advance(11_999);
    expect(a.leadership.valid()).toBe(true);
    await stage.clock.advance(1);
    expect(a.leadership.valid()).toBe(false);
    await running;
    expect(stage.happened.slice(-3)).toEqual(['12 a metric 0', '12 a told to end', '12 a stopped']);
  });

  test('a request that never ends is aborted at the renew deadline', async () => {
    const { running } = stage.run('a');
    await stage.clock.settle();
    stage.store.fault = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await stage.clock.advance(seconds(12));
    await running;
    expect(stage.happened.at(-1)).toBe('12 a stopped');
  });

  test.each([
    [9, 'a update', true],
    [13, undefined, false],
  ])('a process that was suspended for %s s checks the clock first', async (stall, request, leads) => {
    const { elector: a, end, running } = stage.run('a');
    await stage.clock.settle();
    stage.store.requests.length = 0;
    stage.skip(seconds(stall));
    expect(a.leadership.valid()).toBe(leads);
    await stage.clock.advance(seconds(2));
    expect(stage.store.requests[0]).toBe(request);
    expect(stage.happened.at(-1)).toBe(leads ? '0 a started' : '2 a stopped');
    end.abort();
    await running;
  });

  test('the leadership ends before others may take over, even with a long retry period', async () => {
    const { elector: a, end, running } = stage.run('a', { renewDeadline: seconds(14), retryPeriod: seconds(11) });
    await stage.clock.settle();
    stage.skip(14_999);
    expect(a.leadership.valid()).toBe(true);
    stage.skip(15_000);
    expect(a.leadership.valid()).toBe(false);
    end.abort();
    await running;
  });

  test('a wall clock that jumps fences writes until the next renewal, and costs no leadership', async () => {
    let jump = 0;
    const wall = {
      ...stage.clock,
      now: () => stage.clock.now() + jump,
      monotonic: () => stage.clock.now(),
    };
    const { elector: a, end, running } = stage.run('a', { clock: wall });
    await stage.clock.settle();
    jump = seconds(3600);
    expect(a.leadership.valid()).toBe(false);
    await stage.clock.advance(seconds(2));
    expect([a.leadership.valid(), a.isLeader()]).toEqual([true, true]);
    jump = -seconds(3600);
    await stage.clock.advance(seconds(30));
    expect([a.leadership.valid(), a.isLeader()]).toEqual([true, true]);
    end.abort();
    await running;
  });

  test('the check fails when a leader has not renewed for the lease duration and the tolerance', async () => {
    const { elector: a, end, running } = stage.run('a');
    expect(() => a.check(seconds(20))).not.toThrow();
    await stage.clock.settle();
    stage.skip(seconds(35));
    expect(() => a.check(seconds(20))).not.toThrow();
    stage.skip(seconds(35) + 1);
    expect(() => a.check(seconds(20))).toThrow('failed election to renew leadership on lease lock');
    end.abort();
    await running;
  });
});
