import { createPrivateKey, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CertificateAuthority, createCertificateAuthority } from './certificate-authority-adapter.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await createCertificateAuthority({ now: NOW });
});

async function issued(...request: Parameters<CertificateAuthority['issue']>): Promise<X509Certificate> {
  return new X509Certificate((await authority.issue(...request)).certificate);
}

test('an authority is self-signed, and has a name as in client-go', () => {
  const own = new X509Certificate(authority.ca);
  expect(own.ca).toBe(true);
  expect(own.verify(own.publicKey)).toBe(true);
  expect(own.subject).toBe(`CN=kb-ca@${NOW / 1000}`);
});

test('an authority can have another name', async () => {
  const { ca } = await createCertificateAuthority({ now: NOW, name: 'a, O=b' });
  expect(new X509Certificate(ca).subject).toBe(String.raw`CN=a\, O=b`);
});

describe('a certificate', () => {
  test('is verified by its authority, and matches its key', async () => {
    const { certificate, key } = await authority.issue({ commonName: 'a', names: ['a.test'] });
    const own = new X509Certificate(certificate);
    const root = new X509Certificate(authority.ca);
    expect(own.checkIssued(root)).toBe(true);
    expect(own.verify(root.publicKey)).toBe(true);
    expect(own.checkPrivateKey(createPrivateKey(key))).toBe(true);
    const other = new X509Certificate((await createCertificateAuthority({ now: NOW })).ca);
    expect(own.verify(other.publicKey)).toBe(false);
  });

  test('is valid only for its names and addresses', async () => {
    const own = await issued({ commonName: 'webhook', names: ['a.system.svc', '10.0.0.1', '::1'] });
    expect(own.subject).toBe('CN=webhook');
    expect(own.checkHost('a.system.svc')).toBe('a.system.svc');
    expect(own.checkIP('10.0.0.1')).toBe('10.0.0.1');
    expect(own.checkIP('::1')).toBe('::1');
    expect(own.checkHost('webhook', { subject: 'never' })).toBeUndefined();
    expect(own.checkIP('10.0.0.2')).toBeUndefined();
  });

  test('is valid for a year from an hour ago, like its authority', async () => {
    for (const { ca, validFromDate, validToDate } of [
      new X509Certificate(authority.ca),
      await issued({ commonName: 'a', names: ['a.test'] }),
    ]) {
      expect([ca, validFromDate.getTime() - NOW, validToDate.getTime() - NOW]).toEqual([ca, -HOUR_MS, YEAR_MS]);
    }
  });

  test.each([
    [undefined, SERVER_AUTH],
    ['server', SERVER_AUTH],
    ['client', CLIENT_AUTH],
  ] as const)('has the extended key usage of %s', async (usage, want) => {
    const own = await issued({ commonName: 'a', names: ['a.test'], ...(usage && { usage }) });
    expect(own.keyUsage).toEqual([want]);
    expect(own.ca).toBe(false);
  });

  test('has a unique, positive serial number', async () => {
    const all = await Promise.all(
      Array.from({ length: 16 }, async () => (await issued({ commonName: 'a', names: ['a.test'] })).serialNumber),
    );
    expect(new Set(all).size).toBe(16);
    for (const serialNumber of all) expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });
});

test('certificate, key and authority are PEM that ends with a line end, so that they can be concatenated', async () => {
  const { certificate, key } = await authority.issue({ commonName: 'a', names: ['a.test'] });
  for (const text of [authority.ca, certificate])
    expect(text).toMatch(/^-----BEGIN CERTIFICATE-----\n[^]*\n-----END CERTIFICATE-----\n$/);
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n[^]*\n-----END PRIVATE KEY-----\n$/);
});
