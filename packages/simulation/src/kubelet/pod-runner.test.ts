import { describe, expect, test } from 'vitest';
import { createTurns } from './pod-runner.ts';

describe('createTurns', () => {
  test('runs work of one name in order, goes on after a failure, and holds up no other name', async () => {
    const turns = createTurns();
    const first = Promise.withResolvers<void>();
    const done: string[] = [];
    const work = (name: string) => async (): Promise<void> => void done.push(name);
    const failing = turns('a', () => first.promise);
    const next = turns('a', work('a'));
    await turns('b', work('b'));
    expect(done).toEqual(['b']);
    first.reject(new Error('failed'));
    await expect(failing).rejects.toThrow('failed');
    await next;
    expect(done).toEqual(['b', 'a']);
  });
});
