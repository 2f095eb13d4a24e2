import { createVirtualClock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seconds } from '../durations.ts';
import { createSelfSignedCertificate, type SelfSignedCertificate } from './self-signed-adapter.ts';
import { createAuthorityWatcher, createCertWatcher } from './files/cert-watcher.ts';

let directory: string;
let certPath: string;
let keyPath: string;
let [a, b]: SelfSignedCertificate[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kb-certificates-'));
  certPath = join(directory, 'tls.crt');
  keyPath = join(directory, 'tls.key');
  [a, b] = await Promise.all([0, 1].map(() => createSelfSignedCertificate({ now: systemClock.now() })));
  await writeFile(certPath, a!.cert);
  await writeFile(keyPath, a!.key);
});

afterEach(() => rm(directory, { recursive: true }));

test('a created certificate is valid for its hosts, by its authority, for a year', async () => {
  const now = Date.UTC(2026, 0, 1);
  const { cert, ca } = await createSelfSignedCertificate({ hosts: ['webhook.system.svc', '10.0.0.1'], now });
  const [leaf, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
  expect(leaf.checkIssued(authority)).toBe(true);
  expect(leaf.verify(authority.publicKey)).toBe(true);
  expect([authority.ca, leaf.ca]).toEqual([true, false]);
  expect(leaf.checkHost('webhook.system.svc')).toBe('webhook.system.svc');
  expect(leaf.checkHost('other.system.svc')).toBeUndefined();
  expect(leaf.checkIP('10.0.0.1')).toBe('10.0.0.1');
  expect([leaf.validFrom, leaf.validTo]).toEqual(['Dec 31 23:00:00 2025 GMT', 'Jan  1 00:00:00 2027 GMT']);
  expect(leaf.serialNumber).not.toBe(authority.serialNumber);
});

test.each<[string, () => Promise<void>, string, RegExp]>([
  ['no file', () => rm(certPath), 'KB_CERTIFICATE_UNREADABLE', /tls\.crt cannot be read: ENOENT/],
  [
    'no certificate',
    () => writeFile(certPath, a!.key),
    'KB_CERTIFICATE_MISSING',
    /tls\.crt holds no certificate \(PEM\)/,
  ],
  [
    'a bad certificate in the chain',
    () => writeFile(certPath, `${a!.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
    'KB_CERTIFICATE_MISSING',
    /tls\.crt holds a certificate that cannot be read/,
  ],
  [
    'no key',
    () => writeFile(keyPath, a!.cert),
    'KB_CERTIFICATE_KEY_MISSING',
    /tls\.key holds no private key that can be read/,
  ],
  [
    'another key',
    () => writeFile(keyPath, b!.key),
    'KB_CERTIFICATE_KEY_MISMATCH',
    /the private key in .*tls\.key does not match the certificate in/,
  ],
])('files that cannot be served with: %s', async (_, spoil, code, message) => {
  await spoil();
  const reading = createCertWatcher({ certPath, keyPath, clock: createVirtualClock() });
  await expect(reading).rejects.toMatchObject({ name: 'CertificateError', code });
  await expect(reading).rejects.toThrow(message);
});

test('the system reports changes long before the next poll', async () => {
  const watcher = await createCertWatcher({ certPath, keyPath, clock: systemClock, interval: seconds(3600) });
  const stopping = new AbortController();
  const running = watcher.start(stopping.signal);
  const told = Promise.withResolvers<void>();
  const changed = vi.fn<() => void>(told.resolve);
  watcher.subscribe(changed);
  await writeFile(`${certPath}.new`, b!.cert);
  await writeFile(`${keyPath}.new`, b!.key);
  await rename(`${certPath}.new`, certPath);
  await rename(`${keyPath}.new`, keyPath);
  await told.promise;
  expect(watcher.current()).toEqual({ cert: b!.cert, key: b!.key });
  expect(changed).toHaveBeenCalledTimes(1);
  stopping.abort();
  await running;
});

test('unsubscribed listeners are not called, and reads without a change call no listener', async () => {
  const watcher = await createCertWatcher({ certPath, keyPath, clock: createVirtualClock() });
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const end = watcher.subscribe(first);
  watcher.subscribe(second);
  watcher.subscribe(second);
  expect(await watcher.read()).toBe(false);
  end();
  await writeFile(certPath, `${a!.cert}${a!.ca}`);
  expect(await watcher.read()).toBe(true);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 2]);
});

test('reads do not overlap: calls during one share the next', async () => {
  let open = 0;
  let most = 0;
  let readings = 0;
  const readFile = async (path: string): Promise<string> => {
    open += 1;
    most = Math.max(most, open);
    readings += 1;
    await Promise.resolve();
    open -= 1;
    return path === certPath ? a!.cert : a!.key;
  };
  const watcher = await createCertWatcher({ certPath, keyPath, clock: createVirtualClock(), readFile });
  await Promise.all([watcher.read(), watcher.read(), watcher.read()]);
  expect({ most, readings }).toEqual({ most: 1, readings: 6 });
});

test('files that the system cannot watch are polled, which is logged', async () => {
  const clock = createVirtualClock();
  const texts = new Map([
    [certPath, a!.cert],
    [keyPath, a!.key],
  ]);
  const watcher = await createCertWatcher({
    certPath,
    keyPath,
    clock,
    interval: seconds(10),
    readFile: async (path) => texts.get(path) ?? '',
    watch: (_paths, _changed, failed) => {
      failed(new Error('too many watches'));
      return () => undefined;
    },
  });
  const stopping = new AbortController();
  const running = watcher.start(stopping.signal);
  texts.set(certPath, b!.cert).set(keyPath, b!.key);
  await clock.advance(seconds(9.999));
  expect(watcher.current().cert).toBe(a!.cert);
  await clock.advance(1);
  expect(watcher.current().cert).toBe(b!.cert);
  stopping.abort();
  await running;
  expect(clock.pending()).toBe(0);
});

test('authorities are watched like certificates', async () => {
  const path = join(directory, 'ca.crt');
  await writeFile(path, a!.ca);
  const watcher = await createAuthorityWatcher({ path, clock: createVirtualClock() });
  await writeFile(path, 'none');
  await expect(watcher.read()).rejects.toThrow('ca.crt holds no certificate (PEM)');
  expect(watcher.current()).toBe(a!.ca);
  await writeFile(path, `${a!.ca}${b!.ca}`);
  await watcher.read();
  expect(watcher.current()).toBe(`${a!.ca}${b!.ca}`);
});
