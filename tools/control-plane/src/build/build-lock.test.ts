import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { withBuildLock } from './build-lock.ts';
import { deadlineIn } from '../wait.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kb-lock-'));
  file = join(directory, 'folder', 'x.lock');
});
afterEach(() => rmSync(directory, { recursive: true }));

const options = (ms = 120_000) => ({ deadline: deadlineIn(ms), intervalMs: 5 });

test('runs one at a time; the others wait, and report it once', async () => {
  const events: string[] = [];
  const inside = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const first = withBuildLock(file, options(), async () => {
    events.push('first in');
    inside.resolve();
    await waiting.promise;
    events.push('first out');
  });
  await inside.promise;
  const onWait = (): void => {
    events.push('second waits');
    waiting.resolve();
  };
  const second = withBuildLock(file, { ...options(), onWait }, async () => events.push('second in'));
  await Promise.all([first, second]);
  expect(events).toEqual(['first in', 'second waits', 'first out', 'second in']);
});

test('is released after work that fails', async () => {
  await expect(withBuildLock(file, options(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withBuildLock(file, options(), async () => 'in')).toBe('in');
});

test('stops waiting at the deadline and on the signal', async () => {
  await withBuildLock(file, options(), async () => {
    await expect(withBuildLock(file, options(20), async () => 'in')).rejects.toMatchObject({ code: 'KB_TIMEOUT' });
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(withBuildLock(file, { ...options(), signal }, async () => 'in')).rejects.toThrow('given up');
  });
});

test('is released when its holder is killed', async () => {
  const script = `
    const { withBuildLock } = await import(${JSON.stringify(new URL('build-lock.ts', import.meta.url))});
    const deadline = { totalMs: 1000, remaining: () => 1000 };
    await withBuildLock(${JSON.stringify(file)}, { deadline }, async () => { console.log('held'); await new Promise((r) => setTimeout(r, 600_000)); });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await expect(withBuildLock(file, options(20), async () => 'in')).rejects.toMatchObject({ code: 'KB_TIMEOUT' });
  holder.kill('SIGKILL');
  expect(await withBuildLock(file, options(), async () => 'in')).toBe('in');
});
