import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type KeyInput, readKeys } from './read-keys.ts';

function terminalInput() {
  const modes: boolean[] = [];
  const calls: string[] = [];
  const input = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: (mode: boolean) => void modes.push(mode),
    resume: () => void calls.push('resume'),
    pause: () => void calls.push('pause'),
  });
  const type = (text: string): boolean => input.emit('data', Buffer.from(text));
  return { input: input satisfies KeyInput, modes, calls, type };
}

test('keys are read one by one, and Ctrl-C interrupts', () => {
  const { input, modes, calls, type } = terminalInput();
  const seen: string[] = [];
  const stop = readKeys(input, { onKey: (key) => void seen.push(key), onInterrupt: () => void seen.push('interrupt') });
  type('r');
  type('gl');
  type('\u001b[A');
  type('\u0003');
  type('\u0004');
  stop?.();
  type('q');
  expect(seen).toEqual(['r', 'g', 'l', 'interrupt', 'interrupt']);
  expect([modes, calls]).toEqual([
    [true, false],
    ['resume', 'pause'],
  ]);
});

test('input that is not a terminal has no keys', () => {
  const { input } = terminalInput();
  expect(
    readKeys(Object.assign(input, { isTTY: false }), { onKey: () => undefined, onInterrupt: () => undefined }),
  ).toBeUndefined();
});
