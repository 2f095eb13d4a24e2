import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createCertificateAuthority } from '@kb/serving/certificates';
import { readCertificateFacts } from './certificate-facts.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');
let der: Uint8Array;
beforeAll(async () => {
  const authority = await createCertificateAuthority({ now: NOW });
  const issued = await authority.issue({ commonName: 'ann', organizations: ['a', 'b'], names: [], usage: 'client' });
  der = new X509Certificate(issued.certificate).raw;
});

test('reads the subject, and what the certificate is for', () => {
  expect(readCertificateFacts(der)).toMatchObject({
    commonName: 'ann',
    organizations: ['a', 'b'],
    uids: [],
    isAuthority: false,
    usages: ['2b06010505070302'],
    hasBrokenSignature: false,
    hasUnknownExtension: false,
  });
});

/** The facts; undefined for bytes that are not a certificate. Any error but a RangeError fails the test. */
function factsOf(bytes: Uint8Array): object | undefined {
  try {
    return readCertificateFacts(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

test('bytes that are not a certificate are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(factsOf(bytes)).toBeUndefined();
    }),
  );
});

test('certificates that are cut or changed give facts or are refused', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(255), fc.nat(10_000), (at, byte, length) => {
      const changed = Uint8Array.from(der);
      changed[at % der.length] = byte;
      factsOf(changed);
      expect(factsOf(changed.subarray(0, length % der.length))).toBeUndefined();
    }),
  );
});
