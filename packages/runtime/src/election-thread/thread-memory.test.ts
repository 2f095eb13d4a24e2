import { expect, test } from 'vitest';
import { createThreadMemory } from './thread-memory.ts';

test('the leadership is valid until the published moment, on both clocks', () => {
  const writer = createThreadMemory();
  const reader = createThreadMemory(writer.buffer);
  const now = { monotonic: 1000, wall: 1_767_225_600_000 };
  const leadership = reader.leadership(() => now);
  expect(leadership.valid()).toBe(false);
  writer.publish({ monotonic: 1010, wall: now.wall + 10 });
  expect(leadership.valid()).toBe(true);
  now.monotonic = 1010;
  expect(leadership.valid()).toBe(false);
  now.monotonic = 1000;
  now.wall += 10;
  expect(leadership.valid()).toBe(false);
  now.wall -= 1;
  expect(leadership.valid()).toBe(true);
  writer.publish(undefined);
  expect(leadership.valid()).toBe(false);
});

test('beats are counted for the other side', () => {
  const writer = createThreadMemory();
  const reader = createThreadMemory(writer.buffer);
  writer.beat();
  writer.beat();
  expect(reader.beats()).toBe(2);
});

test('the run that computes is known; otherwise all that have begun', () => {
  const writer = createThreadMemory();
  const reader = createThreadMemory(writer.buffer);
  const a = writer.note({ controller: 'a', item: 'default/x' });
  const b = writer.note({ controller: 'b', item: 'default/ü' });
  expect(reader.running()).toEqual([
    { controller: 'a', item: 'default/x' },
    { controller: 'b', item: 'default/ü' },
  ]);
  writer.computes(b);
  expect(reader.running()).toEqual([{ controller: 'b', item: 'default/ü' }]);
  writer.computes(undefined);
  writer.erase(b ?? -1);
  expect(reader.running()).toEqual([{ controller: 'a', item: 'default/x' }]);
  writer.erase(a ?? -1);
  expect(reader.running()).toEqual([]);
});

test('runs beyond the limit are not named, and places are reused', () => {
  const memory = createThreadMemory();
  const places = Array.from({ length: 64 }, (_, n) => memory.note({ controller: 'c', item: `${n}` }));
  expect(new Set(places).size).toBe(64);
  expect(memory.note({ controller: 'c', item: 'one more' })).toBeUndefined();
  memory.erase(places[5] ?? -1);
  expect(memory.note({ controller: 'c', item: 'again' })).toBe(5);
});

test('a name that is too long is cut', () => {
  const memory = createThreadMemory();
  memory.note({ controller: 'c', item: 'x'.repeat(2000) });
  expect(memory.running()[0]?.item).toMatch(/^x{100,510}$/);
});
