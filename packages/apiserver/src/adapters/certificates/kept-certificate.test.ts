import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  existsSync,
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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptServingCertificate } from './kept-certificate.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const loopback = { host: '127.0.0.1' };

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kb-kept-'));
  file = path.join(folder, 'state', 'certificate.pem');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('is created once, and readable only by its owner', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['certificate.pem']);
  const before = statSync(file);
  expect(await keptServingCertificate(file, loopback, NOW + DAY_MS)).toEqual(first);
  expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

test('is renewed a month before it expires', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  const end = new X509Certificate(first.certificate).validToDate.getTime();
  expect(await keptServingCertificate(file, loopback, end - 31 * DAY_MS)).toEqual(first);
  const renewed = await keptServingCertificate(file, loopback, end - 29 * DAY_MS);
  expect(renewed.ca).not.toBe(first.ca);
  expect(await keptServingCertificate(file, loopback, end - 29 * DAY_MS)).toEqual(renewed);
});

test('is created again when the clock was set back before its beginning', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  expect(await keptServingCertificate(file, loopback, NOW - DAY_MS)).not.toEqual(first);
});

test('is created again for a name that it is not valid for', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  const more = await keptServingCertificate(file, { ...loopback, others: ['kb.example', '2001:db8::7'] }, NOW);
  expect(more.ca).not.toBe(first.ca);
  expect(await keptServingCertificate(file, loopback, NOW)).toEqual(more);
  expect(await keptServingCertificate(file, { host: '2001:db8::7' }, NOW)).toEqual(more);
});

test('is created again when others may have read its key', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  chmodSync(file, 0o644);
  expect(await keptServingCertificate(file, loopback, NOW)).not.toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('is not read through a link, and replaces the link', async () => {
  const first = await keptServingCertificate(file, loopback, NOW);
  const other = path.join(folder, 'other.pem');
  writeFileSync(other, readFileSync(file), { mode: 0o600 });
  rmSync(file);
  symlinkSync(other, file);
  expect(await keptServingCertificate(file, loopback, NOW)).not.toEqual(first);
  expect(readFileSync(other, 'utf8')).toBe(`${first.key}${first.certificate}${first.ca}`);
});

test.each<[string, (kept: { key: string; certificate: string; ca: string }, other: typeof kept) => string]>([
  ['nothing', () => ''],
  ['no PEM', () => 'garbage\n'],
  ['half of itself', ({ key, certificate }) => `${key}${certificate}`],
  ['a broken certificate', ({ key, certificate, ca }) => `${key}${certificate.replace(/M/g, 'N')}${ca}`],
  ["another's key", ({ certificate, ca }, other) => `${other.key}${certificate}${ca}`],
  ["another's authority", ({ key, certificate }, other) => `${key}${certificate}${other.ca}`],
])('is created again when the file holds %s', async (_, contentOf) => {
  const kept = await keptServingCertificate(file, loopback, NOW);
  const other = await keptServingCertificate(path.join(folder, 'other'), loopback, NOW);
  writeFileSync(file, contentOf(kept, other));
  const made = await keptServingCertificate(file, loopback, NOW);
  expect(made.ca).not.toBe(kept.ca);
  expect(await keptServingCertificate(file, loopback, NOW)).toEqual(made);
});

test('is created each time when it cannot be stored', async () => {
  const under = path.join(folder, 'a-file');
  writeFileSync(under, '');
  const there = path.join(under, 'certificate.pem');
  const first = await keptServingCertificate(there, loopback, NOW);
  expect((await keptServingCertificate(there, loopback, NOW)).ca).not.toBe(first.ca);
  expect(existsSync(there)).toBe(false);
});
