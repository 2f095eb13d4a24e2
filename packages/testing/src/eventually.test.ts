import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { eventuallyOn, eventuallyOnVirtualTime, whileTimePasses } from './eventually.ts';

describe('in real time', () => {
  test('repeats the check until it passes, and returns its result', async () => {
    const clock = createVirtualClock();
    let calls = 0;
    const done = eventuallyOn(clock)(() => {
      calls += 1;
      if (calls < 4) throw new Error('not yet');
      return calls;
    });
    await clock.runUntil(() => calls === 4);
    await expect(done).resolves.toBe(4);
  });

  test('rejects with the last failure when time is up', async () => {
    const clock = createVirtualClock();
    const done = eventuallyOn(clock)(() => Promise.reject(new Error('no')), { timeoutMs: 1000 });
    done.catch(() => undefined);
    await clock.advance(1100);
    await expect(done).rejects.toThrow(/^not so within 1 s: no$/);
  });

  test('rejects when the signal is aborted', async () => {
    const clock = createVirtualClock();
    const stop = new AbortController();
    const done = eventuallyOn(
      clock,
      stop.signal,
    )(() => {
      throw new Error('never');
    });
    done.catch(() => undefined);
    await clock.settle();
    stop.abort(new Error('stopped'));
    await expect(done).rejects.toThrow('stopped');
  });
});

describe('on virtual time', () => {
  test('advances time from timer to timer', async () => {
    const clock = createVirtualClock({ now: 0 });
    let ready = false;
    clock.after(5, () => clock.after(10_000, () => (ready = true)));
    await eventuallyOnVirtualTime(clock)(() => {
      if (!ready) throw new Error('not ready');
    });
    expect(clock.now()).toBe(10_005);
  });

  test('waits no longer than its limit', async () => {
    const clock = createVirtualClock({ now: 0 });
    clock.after(5000, () => undefined);
    const never = (): never => {
      throw new Error('no');
    };
    await expect(eventuallyOnVirtualTime(clock)(never, { timeoutMs: 1000 })).rejects.toThrow(
      'not so within 1 s of virtual time: no',
    );
    expect(clock.now()).toBe(0);
  });

  test('fails at once when no timer is left', async () => {
    const never = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(eventuallyOnVirtualTime(createVirtualClock())(never)).rejects.toThrow(
      'no timer is left that could change it: no',
    );
  });

  test('a check may wait for virtual time', async () => {
    const clock = createVirtualClock({ now: 0 });
    const answer = await eventuallyOnVirtualTime(clock)(async () => {
      await clock.sleep(100);
      return 'slept';
    });
    expect([answer, clock.now()]).toEqual(['slept', 100]);
  });

  test('whileTimePasses completes work that waits for time, and rejects with its error', async () => {
    const clock = createVirtualClock({ now: 0 });
    await expect(
      whileTimePasses(clock, async () => {
        await clock.sleep(100);
        throw new Error('failed later');
      }),
    ).rejects.toThrow('failed later');
  });
});
