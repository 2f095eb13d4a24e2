import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { fixedCertificate } from '../../test/recorded/lab/fixed-certificates.ts';
import { startWire, type Wire } from '../test-support/wire.ts';

const MAPS = '/api/v1/namespaces/kube-system/configmaps';
const MAP = `${MAPS}/extension-apiserver-authentication`;
const [first, second] = [fixedCertificate('first'), fixedCertificate('second')];
const withAuthority = { authentication: { tokens: {}, clientCa: `# ours\n${first}` } };

const dataOf = async (wire: Wire): Promise<unknown> => (await wire.get(MAP)).body.data;

test('the ConfigMap has the authorities of clients from the start', async () => {
  const wire = startWire(withAuthority);
  expect(await dataOf(wire)).toEqual({ 'client-ca-file': first });
});

test('the authority of the server is added when it issues its first certificate', async () => {
  const wire = startWire({ authentication: { tokens: {}, clientCertificates: true } });
  expect((await wire.get(MAP)).status).toBe(404);
  await wire.api.issueClientCertificate({ name: 'ann' });
  expect(await dataOf(wire)).toEqual({
    'client-ca-file': expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/),
  });
});

describe('a ConfigMap that others write', () => {
  test('is corrected at once when it is created or deleted, and within a minute when it is changed', async () => {
    const clock = createVirtualClock();
    const wire = startWire({ clock, ...withAuthority });
    await wire.del(MAP);
    await clock.advance(0);
    expect(await dataOf(wire)).toEqual({ 'client-ca-file': first });
    await wire.merge(MAP, { data: { 'client-ca-file': second, other: 'x' } });
    await clock.advance(59_999);
    expect(await dataOf(wire)).toEqual({ 'client-ca-file': second, other: 'x' });
    await clock.advance(1);
    expect(await dataOf(wire)).toEqual({ 'client-ca-file': second + first });
  });

  test('is left alone while it cannot be read, and corrected when it can', async () => {
    const clock = createVirtualClock();
    const wire = startWire({ clock, ...withAuthority });
    const unreadable = { 'client-ca-file': second, 'requestheader-allowed-names': 'ann' };
    await wire.merge(MAP, { data: unreadable });
    await clock.advance(3_600_000);
    expect(await dataOf(wire)).toEqual(unreadable);
    await wire.merge(MAP, {
      data: { 'requestheader-allowed-names': '["ann"]', 'requestheader-client-ca-file': second },
    });
    await clock.advance(60_000);
    expect(await dataOf(wire)).toEqual({
      'client-ca-file': second + first,
      'requestheader-username-headers': '[]',
      'requestheader-group-headers': '[]',
      'requestheader-extra-headers-prefix': '[]',
      'requestheader-allowed-names': '["ann"]',
      'requestheader-client-ca-file': second,
    });
  });

  test('needs no timer once it is as it should be', async () => {
    const clock = createVirtualClock();
    const wire = startWire({ clock, ...withAuthority });
    await wire.merge(MAP, { data: { other: 'x' } });
    await clock.advance(60_000);
    const { body } = await wire.get(MAP);
    await clock.advance(86_400_000);
    expect((await wire.get(MAP)).body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
    await wire.api.stop();
  });

  test('is not corrected by a server that has stopped', async () => {
    const clock = createVirtualClock();
    const wire = startWire({ clock, ...withAuthority });
    await wire.api.stop();
    await wire.del(MAP);
    await clock.advance(60_000);
    expect((await wire.get(MAP)).status).toBe(404);
  });
});
