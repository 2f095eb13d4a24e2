import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const { signal: never } = new AbortController();

test('yields what the source yields, and throws what it throws', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }
  async function* failing(): AsyncGenerator<number> {
    yield* source();
    throw new Error('broken');
  }
  expect(await collect(untilAborted(source(), never))).toEqual([1, 2]);
  await expect(collect(untilAborted(failing(), never))).rejects.toThrow('broken');
});

test('ends with the signal, also if the source waits for what never comes', async () => {
  const abort = new AbortController();
  const source = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<number>>(() => undefined) }),
  };
  const collected = collect(untilAborted(source, abort.signal));
  abort.abort();
  expect(await collected).toEqual([]);
  expect(await collect(untilAborted(source, abort.signal))).toEqual([]);
});

test.each<[string, () => Promise<never>]>([
  ['rejects', () => Promise.reject(new Error('at the end'))],
  [
    'throws',
    () => {
      throw new Error('at the end');
    },
  ],
])('a source whose end %s is still left', async (_, end) => {
  let ends = 0;
  const next = (): Promise<IteratorResult<number>> => Promise.resolve({ done: false, value: 1 });
  const onEnd = (): Promise<never> => {
    ends += 1;
    return end();
  };
  for await (const _item of untilAborted({ [Symbol.asyncIterator]: () => ({ next, return: onEnd }) }, never)) break;
  await setImmediate();
  expect(ends).toBe(1);
});

test('keeps nothing of what was yielded', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('this Node cannot collect garbage when asked');
  const references: WeakRef<object>[] = [];
  async function* source(): AsyncGenerator<object> {
    for (;;) {
      const item = {};
      references.push(new WeakRef(item));
      yield item;
    }
  }
  const iterator = untilAborted(source(), never)[Symbol.asyncIterator]();
  for (let count = 0; count < 1000; count += 1) await iterator.next();
  await setImmediate();
  collectGarbage();
  expect(references.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(10);
  await iterator.return();
});
