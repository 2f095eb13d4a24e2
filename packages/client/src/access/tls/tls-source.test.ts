import fs from 'node:fs';
import { expect, test } from 'vitest';
import { isKeyOf } from '../../adapters/system/certificates.ts';
import { createCertificatePair } from './tls-source.ts';

const pem = (name: string): string => fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');
const one = { certificate: pem('client.crt'), key: pem('client.key') };
const two = { certificate: pem('client-2.crt'), key: pem('client-2.key') };

test.each([
  ['its own', one, true],
  ['another one', { ...one, key: two.key }, false],
  ['half of one', { ...one, key: one.key.slice(0, 60) }, false],
  ['none', { certificate: '', key: '' }, false],
])('a certificate and a key: %s', async (_what, pair, expected) => {
  expect(await isKeyOf(pair)).toBe(expected);
});

test('returns the last certificate and key that match', async () => {
  let files = one;
  const pair = createCertificatePair(
    async () => files.certificate,
    async () => files.key,
    isKeyOf,
  );
  const first = await pair();
  expect(first).toEqual(one);
  expect(await pair()).toBe(first);
  files = { ...one, certificate: two.certificate };
  expect(await pair()).toBe(first);
  files = two;
  expect(await pair()).toEqual(two);
});
