import { describe, expect, test } from 'vitest';
import { createTurns } from './pod-runner.ts';

describe('createTurns', () => {
  test('runs tasks of one name in order, continues after a failure, and does not delay other names', async () => {
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
