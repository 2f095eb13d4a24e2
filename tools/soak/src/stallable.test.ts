import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createStallable } from './stallable.ts';

test('a paused process receives responses first when it continues, then its timers fire', async () => {
  const clock = createVirtualClock();
  const process = createStallable(clock);
  const seen: string[] = [];
  const transport = process.guard({ send: async () => ({ status: 200, headers: {}, body: new Uint8Array() }) });
  process.clock.after(1000, () => seen.push('timer'));
  const cancel = process.clock.after(1000, () => seen.push('cancelled'));
  process.stall();
  void transport.send({ method: 'GET', path: '/', headers: {} }).then(() => seen.push('answer'));
  await clock.advance(60_000);
  expect(seen).toEqual([]);
  cancel();
  process.resume();
  await clock.advance(0);
  expect(seen).toEqual(['answer', 'timer']);
  process.clock.after(1000, () => seen.push('later'));
  await clock.advance(1000);
  expect(seen).toEqual(['answer', 'timer', 'later']);
  expect(clock.pending()).toBe(0);
});
