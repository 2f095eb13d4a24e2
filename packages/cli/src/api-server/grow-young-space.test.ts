import { createVirtualClock } from '@kb/apimachinery';
import { expect, it } from 'vitest';
import { growYoungSpaceOfLargeHeap, type Heap } from './grow-young-space.ts';

/** A heap of a size that the test sets, and how often its young space was allowed to grow. */
function fakeHeap(): Heap & { bytes: number; grown: number } {
  const heap = {
    bytes: 0,
    grown: 0,
    used: () => heap.bytes,
    growYoungSpace: () => void (heap.grown += 1),
  };
  return heap;
}

const SMALL = 100 * 2 ** 20;
const LARGE = 300 * 2 ** 20;

it('lets the young space grow once, when the heap has become large', async () => {
  const clock = createVirtualClock();
  const heap = fakeHeap();
  growYoungSpaceOfLargeHeap(clock, heap);
  heap.bytes = SMALL;
  await clock.advance(60_000);
  expect(heap.grown).toBe(0);
  heap.bytes = LARGE;
  await clock.advance(60_000);
  expect(heap.grown).toBe(1);
});

it('does not read the heap after its end', async () => {
  const clock = createVirtualClock();
  const heap = fakeHeap();
  const end = growYoungSpaceOfLargeHeap(clock, heap);
  await clock.advance(10_000);
  end();
  heap.bytes = LARGE;
  await clock.advance(60_000);
  expect(heap.grown).toBe(0);
});
