import { beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { createElectorStage, type ElectorStage, record } from '../test-support/elector-stage.ts';
import { conflict } from '../test-support/memory-lock.ts';

let stage: ElectorStage;
beforeEach(() => {
  stage = createElectorStage();
});

describe('ending', () => {
  test('reports that it stopped even when it never led', async () => {
    stage.store.record = record('b');
    stage.store.version = 1;
    const { end, running } = stage.run('a');
    await stage.clock.settle();
    end.abort();
    await running;
    expect(stage.happened).toEqual(['0 a metric 0', '0 a sees b', '0 a stopped']);
    expect(stage.store.events).toEqual([]);
  });

  test('keeps the lease unless it may release it', async () => {
    const { end, running } = stage.run('a');
    await stage.clock.settle();
    end.abort();
    await running;
    expect(stage.store.record?.holderIdentity).toBe('a');
    expect(stage.store.requests).toEqual(['a get', 'a create', 'a update']);
  });

  test('releases the lease: no holder, for a second, with the same transitions', async () => {
    const { elector: a, end, running } = stage.run('a', { mayRelease: () => true });
    await stage.clock.advance(seconds(1));
    end.abort();
    await running;
    expect(stage.store.record).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: '2026-01-01T00:00:01.000000Z',
      renewTime: '2026-01-01T00:00:01.000000Z',
      leaderTransitions: 0,
    });
    expect([a.isLeader(), a.leadership.valid()]).toEqual([false, false]);
    const next = stage.run('b');
    await stage.clock.settle();
    expect([next.elector.isLeader(), stage.store.record?.leaderTransitions]).toEqual([true, 1]);
    next.end.abort();
    await next.running;
  });

  test("does not release a lease that another holds by the server's record", async () => {
    const { end, running } = stage.run('a', { mayRelease: () => true });
    await stage.clock.settle();
    stage.store.record = record('b');
    stage.store.version += 1;
    end.abort();
    await running;
    expect(stage.store.record.holderIdentity).toBe('b');
  });

  test('a release that meets a conflict reads again', async () => {
    const { end, running } = stage.run('a', { mayRelease: () => true });
    await stage.clock.settle();
    let faults = 2;
    stage.store.fault = (request) => {
      if (request === 'a update' && (faults -= 1) >= 0) throw conflict();
    };
    stage.store.requests.length = 0;
    end.abort();
    await stage.clock.advance(seconds(1));
    await running;
    expect(stage.store.requests).toEqual(['a get', 'a update', 'a get', 'a update', 'a get', 'a update']);
    expect(stage.store.record?.holderIdentity).toBe('');
  });

  test('a release gives up at the renew deadline', async () => {
    const { end, running } = stage.run('a', { mayRelease: () => true });
    await stage.clock.settle();
    stage.store.fault = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    end.abort();
    await stage.clock.advance(seconds(10));
    await running;
    expect(stage.happened.at(-1)).toBe('10 a stopped');
  });

  test('a lost lease is not released: what it guards may still be running', async () => {
    const { running } = stage.run('a', { mayRelease: () => true });
    await stage.clock.settle();
    stage.skip(seconds(13));
    await stage.clock.advance(seconds(2));
    await running;
    expect(stage.store.record?.holderIdentity).toBe('a');
  });
});
