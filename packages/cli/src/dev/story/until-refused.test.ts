import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { untilRefused } from './until-refused.ts';

const forever = new Promise<number>(() => undefined);

test('a story fails soon after the first refused request, and all that are refused until then are named', async () => {
  const clock = createVirtualClock();
  const first = Promise.withResolvers<void>();
  const refusals: string[] = [];
  const result = untilRefused({ refusals, refused: first.promise }, forever, clock);
  const rejected = result.catch((error: unknown) => error);
  refusals.push('list pods in default');
  first.resolve();
  await clock.advance(1000);
  refusals.push('get nodes');
  await clock.advance(1000);
  expect(await rejected).toMatchObject({
    code: 'KB_OPERATOR_REFUSED',
    message: 'the operator has no permission to list pods in default; to get nodes',
  });
});

test('a story that ends although a request was refused fails at its end', async () => {
  const account = { refusals: ['get nodes'], refused: Promise.resolve() };
  await expect(untilRefused(account, Promise.resolve(0), createVirtualClock())).rejects.toMatchObject({
    code: 'KB_OPERATOR_REFUSED',
  });
});

test('a story without refused requests, or without an account, has its own result', async () => {
  const refused = new Promise<void>(() => undefined);
  expect(await untilRefused({ refusals: [], refused }, Promise.resolve(1), createVirtualClock())).toBe(1);
  expect(await untilRefused(undefined, Promise.resolve(0))).toBe(0);
  await expect(untilRefused({ refusals: [], refused }, Promise.reject(new Error('a step')))).rejects.toThrow('a step');
});
