import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dashboard } from '@kb/dashboard/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptAddressOptions, startAtKeptAddress } from './start-at-kept-address.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);

let folder = '';
let file = '';
let now = START;
let lastPort = 0;
/** The ports that something listens on. */
let taken = new Set<number>();
beforeEach(() => {
  lastPort = 50_000;
  taken = new Set();
  folder = mkdtempSync(path.join(tmpdir(), 'kb-address-'));
  file = path.join(folder, 'page-addresses.json');
  now = START;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a dashboard that only takes its port. */
async function start(options: Partial<KeptAddressOptions> = {}): Promise<Dashboard> {
  return startAtKeptAddress({
    file: () => file,
    cluster: 'embedded',
    now: () => now,
    start: ({ port: wanted, secret }) => {
      const port = wanted === 0 ? (lastPort += 1) : wanted;
      if (taken.has(port)) return Promise.reject(Object.assign(new Error('listen'), { code: 'EADDRINUSE' }));
      taken.add(port);
      const origin = `http://127.0.0.1:${port}`;
      const stop = (): Promise<void> => Promise.resolve(void taken.delete(port));
      return Promise.resolve({ origin, port, url: `${origin}/?session=${secret}`, stop });
    },
    ...options,
  });
}

/** Starts a dashboard and ends it. Resolves with its address. */
async function used(options: Partial<KeptAddressOptions> = {}): Promise<string> {
  const dashboard = await start(options);
  await dashboard.stop();
  return dashboard.url;
}

const portOf = (url: string): string => new URL(url).port;
const secretOf = (url: string): string => new URL(url).searchParams.get('session') ?? '';

test('the address is the same as the last time, in a file for its owner alone', async () => {
  const first = await used();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['page-addresses.json']);
  expect(secretOf(first)).toMatch(/^[\w-]{43}$/);
  expect(await used()).toBe(first);
});

test('another cluster has another address, and keeps it', async () => {
  const [one, other] = [await used(), await used({ cluster: 'context prod at https://prod' })];
  expect(portOf(other)).not.toBe(portOf(one));
  expect(secretOf(other)).not.toBe(secretOf(one));
  expect([await used(), await used({ cluster: 'context prod at https://prod' })]).toEqual([one, other]);
});

test('where something else listens on the port, the secret is another one too, and both are kept', async () => {
  const first = await used();
  taken.add(Number(portOf(first)));
  const second = await used();
  expect(portOf(second)).not.toBe(portOf(first));
  expect(secretOf(second)).not.toBe(secretOf(first));
  taken.clear();
  expect(await used()).toBe(second);
});

test('two at once have addresses of their own; the later one is kept', async () => {
  const [first, second] = [await start(), await start()];
  expect(secretOf(second.url)).not.toBe(secretOf(first.url));
  await second.stop();
  await first.stop();
  expect(await used()).toBe(second.url);
});

test('a port that is asked for is taken or fails, and has the secret of the last time on it alone', async () => {
  const first = await used();
  const port = Number(portOf(first));
  expect(await used({ port })).toBe(first);
  const free = await used({ port: 0 });
  expect(secretOf(free)).not.toBe(secretOf(first));
  taken.add(port);
  await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a secret is replaced a day after its last use, at its end, and the port stays', async () => {
  const dashboard = await start();
  now += 48 * HOUR_MS;
  await dashboard.stop();
  now += 24 * HOUR_MS - 1;
  expect(await used()).toBe(dashboard.url);
  now += 24 * HOUR_MS;
  const next = await used();
  expect(portOf(next)).toBe(portOf(dashboard.url));
  expect(secretOf(next)).not.toBe(secretOf(dashboard.url));
});

test('a secret that is used each day is replaced after a week', async () => {
  const first = await used();
  for (let day = 1; day < 8; day += 1) {
    now += 23 * HOUR_MS;
    expect(await used()).toBe(first);
  }
  now += 23 * HOUR_MS;
  expect(secretOf(await used())).not.toBe(secretOf(first));
});

test('a secret is replaced when the clock was set back', async () => {
  const first = await used();
  now -= HOUR_MS;
  expect(secretOf(await used())).not.toBe(secretOf(first));
});

test('a file that others may have read is replaced', async () => {
  const first = await used();
  chmodSync(file, 0o640);
  expect(secretOf(await used())).not.toBe(secretOf(first));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a link is neither read nor written through', async () => {
  const first = await used();
  const theirs = path.join(folder, 'theirs.json');
  const content = readFileSync(file, 'utf8');
  writeFileSync(theirs, content, { mode: 0o600 });
  rmSync(file);
  symlinkSync(theirs, file);
  expect(secretOf(await used())).not.toBe(secretOf(first));
  expect(readFileSync(theirs, 'utf8')).toBe(content);
});

const good = { cluster: 'embedded', port: 1, secret: 's'.repeat(43), made: START, used: START };

test.each<[string, unknown]>([
  ['no list', good],
  ['nothing', [null, 1, 'text', [], {}]],
  ['a port that is too large', [{ ...good, port: 65_536 }]],
  ['a port that is not a number', [{ ...good, port: '8080; rm' }]],
  ['a weak secret', [{ ...good, port: 40_001, secret: 'abc' }]],
  ['a secret of other characters', [{ ...good, port: 40_001, secret: `${'s'.repeat(42)}\n` }]],
  ['a time that is not a number', [{ ...good, port: 40_001, used: 'now' }]],
  ['a file that is too large', [{ ...good, port: 40_001, more: 'x'.repeat(1 << 17) }]],
])('a file with %s is replaced', async (_, content) => {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  const url = await used();
  expect(secretOf(url)).not.toBe(good.secret);
  expect(portOf(url)).not.toBe('40001');
  expect(await used()).toBe(url);
});

test('a file that is not JSON is replaced', async () => {
  writeFileSync(file, '[{', { mode: 0o600 });
  const url = await used();
  expect(await used()).toBe(url);
});

test('where nothing can be kept, each address is new', async () => {
  mkdirSync(file);
  expect(await used()).not.toBe(await used());
  expect(readdirSync(folder)).toEqual(['page-addresses.json']);
  const fails = (): string => {
    throw new Error('the folder cannot be written');
  };
  expect(await used({ file: fails })).not.toBe(await used({ file: fails }));
});

test('the file has the latest addresses alone', async () => {
  for (let count = 0; count < 25; count += 1) await used({ cluster: `context ${count}` });
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(kept).toHaveLength(20);
  expect(kept).toMatchObject({ 0: { cluster: 'context 24' }, 19: { cluster: 'context 5' } });
});
