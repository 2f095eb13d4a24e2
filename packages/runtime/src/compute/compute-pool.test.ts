import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { fails, runsEndlessly, sumUpTo } from '../test-support/computed-functions.ts';
import { type ComputePool, createComputePool } from './compute-pool.ts';

const module = new URL('../test-support/computed-functions.ts', import.meta.url);
let pool: ComputePool;

beforeEach(() => {
  pool = createComputePool({ maxThreads: 1 });
});
afterEach(async () => {
  vi.doUnmock('piscina');
  await pool.close();
});

test('an exported function is called in a thread, with a copy of its argument', async () => {
  expect(await pool.run<typeof sumUpTo>({ module, name: 'sumUpTo' }, { limit: 1000 })).toEqual({ sum: 500_500 });
});

test('an error of the function is thrown', async () => {
  const failing = pool.run<typeof fails>({ module, name: 'fails' }, undefined);
  await expect(failing).rejects.toMatchObject({ name: 'RangeError', message: 'too much' });
});

test('an endless loop ends with its signal, and the pool keeps working', async () => {
  const state = new SharedArrayBuffer(8);
  const began = Atomics.waitAsync(new Int32Array(state), 0, 0);
  const stop = new AbortController();
  const running = pool.run<typeof runsEndlessly>({ module, name: 'runsEndlessly' }, state, { signal: stop.signal });
  await began.value;
  stop.abort(new Error('no longer wanted'));
  await expect(running).rejects.toThrow('no longer wanted');
  expect(await pool.run<typeof sumUpTo>({ module, name: 'sumUpTo' }, { limit: 3 })).toEqual({ sum: 6 });
});

test('nothing is started with an aborted signal', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  const running = pool.run<typeof sumUpTo>({ module, name: 'sumUpTo' }, { limit: 3 }, { signal });
  await expect(running).rejects.toThrow('too late');
});

test('a closed pool rejects', async () => {
  await pool.close();
  await expect(pool.run<typeof sumUpTo>({ module, name: 'sumUpTo' }, { limit: 3 })).rejects.toThrow(
    'the compute pool is closed',
  );
});

test('without piscina, the error names the remedy', async () => {
  vi.doMock('piscina', () => {
    throw new Error("Cannot find package 'piscina'");
  });
  await expect(pool.run<typeof sumUpTo>({ module, name: 'sumUpTo' }, { limit: 3 })).rejects.toMatchObject({
    code: 'KB_PISCINA_MISSING',
    message: 'a compute pool needs the package piscina, which is not installed: npm install piscina',
  });
});

test.each([{ maxThreads: 0 }, { maxThreads: 1.5 }, { idleTimeout: -1 }])('rejects the option %o', (options) => {
  expect(() => createComputePool(options)).toThrow(TypeError);
});
