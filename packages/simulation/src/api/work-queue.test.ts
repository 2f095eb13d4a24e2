import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, it } from 'vitest';
import { createTaskGroup } from './task-group.ts';
import { createWorkQueue, type WorkQueueOptions } from './work-queue.ts';

function start(work: WorkQueueOptions['work'], options: Partial<WorkQueueOptions> = {}) {
  const clock = createVirtualClock({ now: 0 });
  const ended = new AbortController();
  const failures: unknown[] = [];
  const tasks = createTaskGroup((error) => failures.push(error));
  const queue = createWorkQueue({
    clock,
    signal: ended.signal,
    ready: Promise.resolve(),
    work,
    onError: (key, error) => failures.push([key, String(error)]),
    spawn: tasks.spawn,
    ...options,
  });
  return { clock, queue, failures, tasks, end: () => ended.abort() };
}

describe('createWorkQueue', () => {
  it('works on a key once, however often it was added, and again when it was added meanwhile', async () => {
    const turns: string[] = [];
    const { clock, queue } = start(async (key) => {
      turns.push(`${key} begins`);
      await clock.sleep(10);
      turns.push(`${key} ends`);
      return undefined;
    });
    queue.add('a');
    queue.add('a');
    await clock.advance(5);
    queue.add('a');
    queue.add('a');
    queue.add('b');
    await clock.advance(100);
    // Never two turns of one key at a time; another key does not wait.
    expect(turns).toEqual(['a begins', 'b begins', 'a ends', 'a begins', 'b ends', 'a ends']);
  });

  it('works on no more keys at a time than it may', async () => {
    let running = 0;
    let most = 0;
    const { clock, queue } = start(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await clock.sleep(1);
        running -= 1;
        return undefined;
      },
      { concurrency: 3 },
    );
    for (let key = 0; key < 10; key += 1) queue.add(String(key));
    await clock.advance(100);
    expect([most, running]).toEqual([3, 0]);
  });

  it('waits for what it needs', async () => {
    const turns: string[] = [];
    let open = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { clock, queue } = start((key) => Promise.resolve(void turns.push(key)).then(() => undefined), { ready });
    queue.add('a');
    await clock.advance(1000);
    expect(turns).toEqual([]);
    open();
    await clock.settle();
    expect(turns).toEqual(['a']);
  });

  it('tries what failed again, later and later, and forgets failures after a success', async () => {
    const times: number[] = [];
    const { clock, queue, failures } = start(() => {
      times.push(clock.now());
      return times.length === 4 || times.length === 6 ? Promise.resolve(undefined) : Promise.reject(new Error('no'));
    });
    queue.add('a');
    await clock.advance(1000);
    expect(times).toEqual([0, 5, 15, 35]);
    queue.add('a');
    await clock.advance(1000);
    expect(times.slice(4)).toEqual([1000, 1005]);
    expect(failures).toEqual(Array.from({ length: 4 }, () => ['a', 'Error: no']));
  });

  it('waits at most half a minute between attempts', async () => {
    const times: number[] = [];
    const { clock, queue, end } = start(() => {
      times.push(clock.now());
      return Promise.reject(new Error('no'));
    });
    queue.add('a');
    await clock.advance(300_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...waits)).toBe(30_000);
    end();
    expect(clock.pending()).toBe(0);
  });

  it('comes back to a key when it is told to, at the earliest of the times', async () => {
    const times: number[] = [];
    const { clock, queue } = start(() => {
      times.push(clock.now());
      return Promise.resolve(times.length === 1 ? 50 : undefined);
    });
    queue.add('a');
    await clock.settle();
    queue.addAfter('a', 20);
    queue.addAfter('a', 30);
    await clock.advance(1000);
    expect(times).toEqual([0, 20]);
  });

  it('does nothing more when it is ended', async () => {
    const turns: string[] = [];
    const { clock, queue, end } = start((key) => Promise.resolve(void turns.push(key)).then(() => 10));
    queue.add('a');
    await clock.settle();
    end();
    queue.add('b');
    queue.addAfter('c', 1);
    await clock.advance(1000);
    expect([turns, clock.pending()]).toEqual([['a'], 0]);
  });
});
