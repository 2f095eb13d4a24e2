import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { loadKubeConfig } from '@kb/client';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../durations.ts';
import { createCertificateAuthority } from '../../test-support/certificate-authority.ts';
import { type CredentialSource, readParts } from './read-parts.ts';

const [authority, other] = await Promise.all([createCertificateAuthority('a'), createCertificateAuthority('b')]);
const [first, second] = await Promise.all([authority.issueToClient('first'), authority.issueToClient('second')]);

let folder: string;
let clock: VirtualClock;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kb-read-parts-'));
  clock = createVirtualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Part = 'ca' | 'certificate' | 'key' | 'token';

const fileOf = (part: Part): string => path.join(folder, part);
/** Writes a file; undefined removes it. */
function write(part: Part, text: string | undefined): void {
  if (text === undefined) rmSync(fileOf(part), { force: true });
  else writeFileSync(fileOf(part), text);
}

/** Creates the reader of these parts' files. */
const reading = (...parts: Part[]): CredentialSource =>
  readParts({ headers: {}, ...Object.fromEntries(parts.map((part) => [part, { file: fileOf(part) }])) }, () =>
    clock.now(),
  );

const tokenOf = async (source: CredentialSource): Promise<unknown> => (await source.current()).headers['authorization'];

describe('a token in a file', () => {
  test('is read again after a minute on the monotonic clock', async () => {
    write('token', 'one\n');
    const source = reading('token');
    expect(await tokenOf(source)).toBe('Bearer one');
    write('token', 'two\n');
    await clock.advance(seconds(59));
    expect(await tokenOf(source)).toBe('Bearer one');
    await clock.advance(seconds(1));
    expect(await tokenOf(source)).toBe('Bearer two');
  });

  test('is read at once when the server refuses it, and reports whether it changed', async () => {
    write('token', 'one');
    const source = reading('token');
    const used = await source.current();
    expect(await source.refused(used)).toBe(false);
    expect(await source.current()).toBe(used);
    write('token', 'two');
    expect(await source.refused(used)).toBe(true);
    expect(await tokenOf(source)).toBe('Bearer two');
    // Another request was refused with the first token meanwhile.
    expect(await source.refused(used)).toBe(true);
  });

  test.each<[string, string | undefined]>([
    ['cannot be read', undefined],
    ['is blank', ' \n'],
  ])('stays while the file %s', async (_what, text) => {
    write('token', 'one');
    const source = reading('token');
    const used = await source.current();
    write('token', text);
    await clock.advance(minutes(2));
    expect(await source.current()).toBe(used);
    expect(await source.refused(used)).toBe(false);
    write('token', 'two');
    await clock.advance(minutes(2));
    expect(await tokenOf(source)).toBe('Bearer two');
  });

  test('that does not exist yet is an error until it does', async () => {
    const source = reading('token');
    await expect(source.current()).rejects.toMatchObject({ code: 'ENOENT' });
    write('token', 'one');
    expect(await tokenOf(source)).toBe('Bearer one');
  });
});

describe('certificates in files', () => {
  beforeEach(() => {
    write('ca', authority.ca);
    write('certificate', first.certificate);
    write('key', first.key);
  });
  const good = { ca: authority.ca, certificate: first.certificate, key: first.key };

  test.each<[string, string]>([
    ['text', 'garbage'],
    ['nothing', ''],
    ['half of a certificate', authority.ca.slice(0, 200)],
    ['a key', first.key],
    ['one certificate, and half of another', authority.ca + other.ca.slice(0, 200)],
  ])('the last good authority stays while its file holds %s', async (_what, text) => {
    const source = reading('ca', 'certificate', 'key');
    const { tls } = await source.current();
    expect(tls).toEqual(good);
    write('ca', text);
    await clock.advance(minutes(2));
    expect((await source.current()).tls).toBe(tls);
    write('ca', authority.ca + other.ca);
    await clock.advance(minutes(2));
    expect((await source.current()).tls).toEqual({ ...good, ca: authority.ca + other.ca });
  });

  test('a certificate and its key are replaced together, and an authority independently', async () => {
    const source = reading('ca', 'certificate', 'key');
    await source.current();
    write('certificate', second.certificate);
    write('ca', other.ca);
    await clock.advance(minutes(2));
    expect((await source.current()).tls).toEqual({ ...good, ca: other.ca });
    write('key', second.key);
    await clock.advance(minutes(2));
    expect((await source.current()).tls).toEqual({ ca: other.ca, certificate: second.certificate, key: second.key });
  });
});

test('values that never change are the same object each time', async () => {
  const parts = {
    token: { text: 't' },
    ca: { text: authority.ca },
    serverName: 'api.internal',
    insecure: true,
    headers: { 'impersonate-group': ['a', 'b'] },
  };
  const source = readParts(parts, () => clock.now());
  const used = await source.current();
  expect(used).toEqual({
    headers: { 'impersonate-group': ['a', 'b'], authorization: 'Bearer t' },
    tls: { ca: authority.ca, serverName: 'api.internal', insecure: true },
  });
  await clock.advance(minutes(2));
  expect(await source.current()).toBe(used);
  expect(await source.refused(used)).toBe(false);
});

test('for any content of the files, the thread uses the same credentials as the client', async () => {
  const states: Readonly<Record<Part, readonly (string | undefined)[]>> = {
    ca: [
      authority.ca,
      other.ca,
      authority.ca + other.ca,
      authority.ca.slice(0, 99),
      first.key,
      'garbage',
      '',
      undefined,
    ],
    certificate: [first.certificate, second.certificate, first.certificate.slice(0, 99), 'garbage', '', undefined],
    key: [first.key, second.key, first.key.slice(0, 99), 'garbage', '', undefined],
    token: ['one', 'two\n', ' ', '', undefined],
  };
  const change = fc
    .constantFrom<Part>('ca', 'certificate', 'key', 'token')
    .chain((part) => fc.record({ part: fc.constant(part), text: fc.constantFrom(...states[part]) }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }), async (rounds) => {
      for (const part of ['ca', 'certificate', 'key', 'token'] as const) write(part, states[part][0]);
      const access = await loadKubeConfig({ kubeConfig: kubeConfig(), clock, env: {} });
      const parts = access.parts?.();
      if (!parts) throw new Error('all of it is in files');
      const source = readParts(parts, () => clock.now());
      for (const changes of [[], ...rounds]) {
        for (const { part, text } of changes) write(part, text);
        await clock.advance(minutes(2));
        const { headers } = await access.credentials.current();
        expect(await source.current()).toEqual({ headers, tls: await access.tls() });
      }
    }),
    { numRuns: 60 },
  );
});

const kubeConfig = () => ({
  clusters: [{ name: 'a', server: 'https://a.test', skipTLSVerify: false, caFile: fileOf('ca') }],
  users: [
    {
      name: 'a',
      certFile: fileOf('certificate'),
      keyFile: fileOf('key'),
      authProvider: { name: 'tokenFile', config: { tokenFile: fileOf('token') } },
    },
  ],
  contexts: [{ name: 'a', cluster: 'a', user: 'a' }],
  currentContext: 'a',
});
