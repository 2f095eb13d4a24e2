import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

/** A promise chain of `length` steps. */
async function chain(length: number): Promise<void> {
  for (let step = 0; step < length; step += 1) await Promise.resolve();
}

describe('createVirtualClock', () => {
  test('starts at the given time and does not move by itself', async () => {
    const clock = createVirtualClock({ now: 5 });
    let fired = false;
    clock.after(0, () => {
      fired = true;
    });
    await clock.settle();
    expect([clock.now(), fired, clock.pending(), clock.nextDue()]).toEqual([5, false, 1, 5]);
    expect(createVirtualClock().now()).toBe(Date.parse('2026-01-01T00:00:00Z'));
  });

  test('fires timers by time, then by creation, each at its own instant', async () => {
    const clock = createVirtualClock({ now: 0 });
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(`${name}@${clock.now()}`);
    clock.after(20, note('c'));
    clock.after(10, note('a'));
    clock.after(10, note('b'));
    clock.after(31, note('late'));
    await clock.advance(30);
    expect(seen).toEqual(['a@10', 'b@10', 'c@20']);
    expect(clock.now()).toBe(30);
    await clock.advance(1);
    expect(seen.at(-1)).toBe('late@31');
  });

  test('settles promise chains of any length, and work that goes through the event loop once, between timers', async () => {
    const clock = createVirtualClock({ now: 0 });
    const seen: string[] = [];
    clock.after(1, () => {
      void chain(5000).then(() => seen.push('long chain'));
      setImmediate(() => void chain(3).then(() => seen.push('hop')));
    });
    clock.after(2, () => seen.push('next'));
    await clock.advance(2);
    expect(seen).toEqual(['hop', 'long chain', 'next'].toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b)));
    expect(seen.at(-1)).toBe('next');
    expect(seen).toHaveLength(3);
  });

  test('runs timers that are created while it moves, and due ones when it moves by zero', async () => {
    const clock = createVirtualClock({ now: 0 });
    const seen: number[] = [];
    const tick = (): void => {
      seen.push(clock.now());
      clock.after(10, tick);
    };
    clock.after(0, tick);
    await clock.advance(0);
    expect(seen).toEqual([0]);
    await clock.advance(35);
    expect(seen).toEqual([0, 10, 20, 30]);
  });

  test('drops cancelled timers; cancelling again or late does nothing', async () => {
    const clock = createVirtualClock({ now: 0 });
    const seen: string[] = [];
    const cancelFirst = clock.after(1, () => seen.push('first'));
    const cancelSecond = clock.after(2, () => seen.push('second'));
    cancelFirst();
    cancelFirst();
    expect(clock.pending()).toBe(1);
    await clock.advance(5);
    cancelSecond();
    expect([seen, clock.pending()]).toEqual([['second'], 0]);
  });

  test('sleeps, and rejects a sleep with the reason of its signal', async () => {
    const clock = createVirtualClock({ now: 0 });
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: unknown[] = [];
    void clock.sleep(10).then(() => seen.push(clock.now()));
    const aborted = clock.sleep(10, controller.signal).catch((error: unknown) => seen.push(error));
    controller.abort(reason);
    await aborted;
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
    await clock.advance(10);
    expect(seen).toEqual([reason, 10]);
    expect(clock.pending()).toBe(0);
  });

  test('runs until a condition holds, and reports why it cannot', async () => {
    const clock = createVirtualClock({ now: 0 });
    let count = 0;
    const tick = (): void => {
      count += 1;
      if (count < 5) clock.after(7, tick);
    };
    clock.after(7, tick);
    expect(await clock.runUntil(() => count === 3)).toBe(21);
    expect(await clock.runUntil(() => true)).toBe(0);
    await expect(clock.runUntil(() => false)).rejects.toThrow(
      'not reached after 14 ms of virtual time, and no timer is left that could change it',
    );
    clock.after(100, () => undefined);
    await expect(clock.runUntil(() => false, { limitMs: 50 })).rejects.toThrow(
      'not reached within 50 ms of virtual time (1 timers wait',
    );
    expect(await clock.runUntilIdle()).toBe(100);
    const forever = (): void => void clock.after(1, forever);
    forever();
    await expect(clock.runUntilIdle({ limitMs: 20 })).rejects.toThrow('1 timers still wait after 20 ms');
  });

  test('runs overlapping moves one after another', async () => {
    const clock = createVirtualClock({ now: 0 });
    const seen: string[] = [];
    clock.after(5, () => seen.push(`a@${clock.now()}`));
    clock.after(15, () => seen.push(`b@${clock.now()}`));
    await Promise.all([
      clock.advance(10).then(() => seen.push('moved 10')),
      clock.advance(10).then(() => seen.push('moved 20')),
    ]);
    expect(seen).toEqual(['a@5', 'moved 10', 'b@15', 'moved 20']);
  });

  test('rejects with the error of a timer, and continues afterwards', async () => {
    const clock = createVirtualClock({ now: 0 });
    let later = false;
    clock.after(1, () => {
      throw new Error('bug');
    });
    clock.after(2, () => {
      later = true;
    });
    await expect(clock.advance(10)).rejects.toThrow('bug');
    expect([clock.now(), later]).toEqual([1, false]);
    await clock.advance(1);
    expect(later).toBe(true);
  });

  test('rejects negative moves, and timers without a time', async () => {
    const clock = createVirtualClock();
    expect(() => clock.advance(-1)).toThrow('time only moves forward');
    expect(() => clock.after(Number.NaN, () => undefined)).toThrow('a timer needs a number of milliseconds');
  });

  test('fires any set of timers in the order of a stable sort', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: fc.nat(20), cancel: fc.boolean() }), { maxLength: 40 }),
        async (timers) => {
          const clock = createVirtualClock({ now: 0, settle: () => Promise.resolve() });
          const fired: number[] = [];
          timers.forEach(({ ms, cancel }, index) => {
            const stop = clock.after(ms, () => fired.push(index));
            if (cancel) stop();
          });
          await clock.advance(20);
          const want = timers
            .map((timer, index) => ({ ...timer, index }))
            .filter(({ cancel }) => !cancel)
            .sort((a, b) => a.ms - b.ms || a.index - b.index)
            .map(({ index }) => index);
          expect(fired).toEqual(want);
          expect(clock.pending()).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
