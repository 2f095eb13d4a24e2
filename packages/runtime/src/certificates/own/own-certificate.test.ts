import { StatusError, type VirtualClock } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { namespaces, type Secret, secrets } from '@kb/kubernetes/core/v1';
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EndingEnvironment, startEmbeddedEnvironment } from '../../../test/scenarios/embedded-environment.ts';
import { hours, minutes, seconds } from '../../durations.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { createSelfSignedCertificate } from '../self-signed-adapter.ts';
import { createOwnCertificate, type OwnCertificate, type OwnCertificateOptions } from './own-certificate.ts';

const DAY = hours(24);
const service = { namespace: 'shop-system', name: 'shop-webhook-service' };
const host = 'shop-webhook-service.shop-system.svc';
const key = { namespace: 'shop-system', name: 'own' };
const callers = [
  { kind: 'MutatingWebhookConfiguration', name: 'shop-mutating' },
  { kind: 'ValidatingWebhookConfiguration', name: 'shop-validating' },
  { kind: 'CustomResourceDefinition', name: 'widgets.test.example.com' },
] as const;
const { signal } = new AbortController();

let env: EndingEnvironment;
let client: Client;
let clock: VirtualClock;
let logged: ReturnType<typeof recordingLogger>;

beforeEach(async () => {
  env = await startEmbeddedEnvironment();
  ({ client } = env);
  clock = env.virtualClock;
  logged = recordingLogger();
  await client.create(namespaces, { metadata: { name: service.namespace } });
});

afterEach(() => env.end());

/** One replica of the operator. */
function replica(options: Partial<OwnCertificateOptions> = {}): OwnCertificate {
  return createOwnCertificate({ client, clock, secretName: key.name, service, callers, log: logged.log, ...options });
}

function webhook(name: string, of = service): object {
  return {
    name: `${name}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { service: { ...of, path: '/x' } },
  };
}

async function installCallers(): Promise<void> {
  const webhooks = [webhook('a'), webhook('b', { ...service, name: 'other' }), webhook('c')] as never;
  await client.create(mutatingWebhookConfigurations, { metadata: { name: 'shop-mutating' }, webhooks });
  await client.create(validatingWebhookConfigurations, { metadata: { name: 'shop-validating' }, webhooks });
  const clientConfig = { service: { ...service, path: '/convert' } };
  await client.patch(customResourceDefinitions, 'widgets.test.example.com', {
    type: 'merge',
    value: {
      spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } } },
    },
  });
}

/** The bundles of all callers, decoded; those of webhooks of other Services are undefined. */
async function bundles(): Promise<(string | undefined)[]> {
  const [mutating, validating, definition] = await Promise.all([
    client.get(mutatingWebhookConfigurations, 'shop-mutating'),
    client.get(validatingWebhookConfigurations, 'shop-validating'),
    client.get(customResourceDefinitions, 'widgets.test.example.com'),
  ]);
  return [
    ...[mutating, validating].flatMap(({ webhooks }) => (webhooks ?? []).map(({ clientConfig }) => clientConfig)),
    definition.spec.conversion?.webhook?.clientConfig,
  ].map((config) => config?.caBundle && Buffer.from(config.caBundle, 'base64').toString('utf8'));
}

async function held(): Promise<Record<string, string>> {
  const { data = {} } = await client.get(secrets, key);
  return Object.fromEntries(Object.entries(data).map(([name, text]) => [name, Buffer.from(text, 'base64').toString()]));
}

const certificates = (pem = ''): X509Certificate[] =>
  (pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map((block) => new X509Certificate(block));

/** Whether callers that trust these authorities accept what a server presents. */
function isTrusted(cert: string | undefined, authorities: string | undefined): boolean {
  const [leaf] = certificates(cert);
  return certificates(authorities).some((one) => leaf?.checkIssued(one) === true && leaf.verify(one.publicKey));
}

const whys = (): unknown[] =>
  logged.lines.filter(({ message }) => message === 'Updated the own certificate').map(({ values }) => values['why']);

test('it makes the certificate, and writes its authority into its own webhooks only', async () => {
  await installCallers();
  const own = replica();
  expect(own.current()).toBeUndefined();
  await own.prepare(signal);
  const data = await held();
  expect(own.current()).toEqual({ cert: data['tls.crt'], key: data['tls.key'] });
  expect((await client.get(secrets, key)).type).toBe('kubernetes.io/tls');
  const [leaf] = certificates(data['tls.crt']);
  expect([leaf?.checkHost(host), leaf?.checkHost(`${host}.cluster.local`)]).toEqual([host, `${host}.cluster.local`]);
  const ca = data['ca.crt'];
  expect(await bundles()).toEqual([ca, undefined, ca, ca, undefined, ca, ca]);
  expect(certificates(ca)).toHaveLength(1);
  expect(isTrusted(data['tls.crt'], ca)).toBe(true);
});

test('nothing is written where everything is right', async () => {
  await installCallers();
  const own = replica();
  await own.prepare(signal);
  const [secret, mutating] = [
    await client.get(secrets, key),
    await client.get(mutatingWebhookConfigurations, 'shop-mutating'),
  ];
  const changed = vi.fn<() => void>();
  own.subscribe(changed);
  await own.refresh(signal);
  await replica().prepare(signal);
  expect(await client.get(secrets, key)).toEqual(secret);
  expect(await client.get(mutatingWebhookConfigurations, 'shop-mutating')).toEqual(mutating);
  expect(changed).not.toHaveBeenCalled();
});

test('of two replicas that start at once, the first writer wins', async () => {
  await installCallers();
  const both = [replica(), replica()];
  await Promise.all(both.map((one) => one.prepare(signal)));
  const data = await held();
  for (const one of both) expect(one.current()).toEqual({ cert: data['tls.crt'], key: data['tls.key'] });
  expect(certificates(data['ca.crt'])).toHaveLength(1);
  expect(whys()).toEqual(['there was none']);
});

test('of two replicas that renew at once, the first writer wins', async () => {
  await installCallers();
  const both = [replica(), replica()];
  for (const one of both) await one.prepare(signal);
  await clock.advance(250 * DAY);
  await Promise.all(both.map((one) => one.refresh(signal)));
  const data = await held();
  expect(certificates(data['ca.crt'])).toHaveLength(2);
  expect(isTrusted(data['next.crt'], data['ca.crt'])).toBe(true);
  await clock.advance(minutes(1));
  await Promise.all(both.map((one) => one.refresh(signal)));
  for (const one of both) await one.refresh(signal);
  for (const one of both) expect(one.current()?.cert).toBe(data['next.crt']);
  expect(whys()).toHaveLength(3);
});

test('a third before its end, the next certificate is announced, then served; the old authority stays until it expires', async () => {
  await installCallers();
  const own = replica();
  await own.prepare(signal);
  const first = await held();
  await clock.advance(243 * DAY);
  await own.refresh(signal);
  expect(await held()).toEqual(first);

  await clock.advance(DAY);
  await own.refresh(signal);
  const announced = await held();
  expect(own.current()?.cert).toBe(first['tls.crt']);
  expect(certificates(announced['ca.crt'])).toHaveLength(2);
  expect(new Set(await bundles())).toEqual(new Set([announced['ca.crt'], undefined]));

  await clock.advance(seconds(59));
  await own.refresh(signal);
  expect(await held()).toEqual(announced);
  await clock.advance(seconds(1));
  await own.refresh(signal);
  await own.refresh(signal);
  expect(own.current()).toEqual({ cert: announced['next.crt'], key: announced['next.key'] });
  const served = await held();
  expect(served).toEqual({
    'tls.crt': announced['next.crt'],
    'tls.key': announced['next.key'],
    'ca.crt': announced['ca.crt'],
  });

  await clock.advance(122 * DAY);
  await own.refresh(signal);
  const [authority, ...others] = certificates((await held())['ca.crt']);
  expect(others).toEqual([]);
  expect(new Set(await bundles())).toEqual(new Set([`${authority?.toString().trim()}\n`, undefined]));
  expect(own.current()?.cert).toBe(announced['next.crt']);
});

test('the next certificate waits while a caller cannot be written, and is served when the old one expires', async () => {
  await installCallers();
  let isRefused = false;
  const own = replica({
    client: {
      ...client,
      patch: (resource, ...rest) => {
        if (isRefused && resource.kind === 'ValidatingWebhookConfiguration')
          return Promise.reject(new Error('patch is forbidden'));
        return client.patch(resource, ...rest);
      },
    },
  });
  await own.prepare(signal);
  const { 'tls.crt': first } = await held();
  isRefused = true;
  for (const days of [244, 1, 100]) {
    await clock.advance(days * DAY);
    await own.refresh(signal);
    expect(own.current()?.cert).toBe(first);
  }
  const { 'next.crt': next } = await held();
  expect(logged.lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'cannot write the authorities of webhooks',
  ]);
  await clock.advance(20 * DAY);
  await own.refresh(signal);
  expect(own.current()?.cert).toBe(next);
  expect(whys().at(-1)).toBe('its certificate has expired; the next one is served');
});

describe('a Secret that cannot be served from is replaced:', () => {
  const text = (value: string): string => Buffer.from(value).toString('base64');
  type Damage = (data: Record<string, string>) => Record<string, string> | Promise<Record<string, string>>;
  const now = (): number => clock.now();

  test.each<[string, Damage, string]>([
    ['without data', () => ({}), 'it has no certificate that can be read'],
    [
      'with a text instead of a certificate',
      (data) => ({ ...data, 'tls.crt': text('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n') }),
      'it has no certificate that can be read',
    ],
    ['without a key', ({ 'tls.key': _key, ...data }) => data, 'its private key is not that of the certificate'],
    [
      'with the key of another',
      async (data) => ({ ...data, 'tls.key': text((await createSelfSignedCertificate({ now: now() })).key) }),
      'its private key is not that of the certificate',
    ],
    [
      'with a certificate for another Service',
      async () => {
        const other = await createSelfSignedCertificate({ hosts: ['other.shop-system.svc'], now: now() });
        return { 'ca.crt': text(other.ca), 'tls.crt': text(other.cert), 'tls.key': text(other.key) };
      },
      `its certificate is not for ${host}`,
    ],
    [
      'without an authority',
      ({ 'ca.crt': _authorities, ...data }) => data,
      'none of its authorities has signed the certificate',
    ],
    [
      'that has expired',
      async () => {
        const old = await createSelfSignedCertificate({
          hosts: [host, `${host}.cluster.local`],
          now: now() - 400 * DAY,
        });
        return { 'ca.crt': text(old.ca), 'tls.crt': text(old.cert), 'tls.key': text(old.key) };
      },
      'its certificate has expired',
    ],
    [
      'of a clock that was wrong',
      async () => {
        const early = await createSelfSignedCertificate({ hosts: [host, `${host}.cluster.local`], now: now() + DAY });
        return { 'ca.crt': text(early.ca), 'tls.crt': text(early.cert), 'tls.key': text(early.key) };
      },
      'its certificate is not valid yet: a clock was or is wrong',
    ],
  ])('%s', async (_, damage, why) => {
    await installCallers();
    await replica().prepare(signal);
    const before: Secret = await client.get(secrets, key);
    await client.delete(secrets, key);
    const data = { ...(await damage(before.data ?? {})), note: text('mine') };
    // The API server requires these fields of a Secret of the type kubernetes.io/tls.
    await client.create(secrets, { metadata: { ...key, labels: { team: 'a' } }, type: 'Opaque', data });
    const own = replica();
    await own.prepare(signal);
    const after = await held();
    expect(whys().slice(1)).toEqual([why]);
    expect(own.current()).toEqual({ cert: after['tls.crt'], key: after['tls.key'] });
    expect(isTrusted(after['tls.crt'], (await bundles())[0])).toBe(true);
    expect(after['note']).toBe('mine');
    expect((await client.get(secrets, key)).metadata.labels).toEqual({ team: 'a' });
  });
});

test('after the Secret was removed, callers go on trusting what other replicas still serve', async () => {
  await installCallers();
  const [own, other] = [replica(), replica()];
  for (const one of [own, other]) await one.prepare(signal);
  const old = other.current()?.cert;
  await client.delete(secrets, key);
  await own.refresh(signal);
  expect(own.current()?.cert).not.toBe(old);
  const [bundle] = await bundles();
  expect([isTrusted(own.current()?.cert, bundle), isTrusted(old, bundle)]).toEqual([true, true]);
  const changed = vi.fn<() => void>();
  const end = other.subscribe(changed);
  await other.refresh(signal);
  expect(other.current()).toEqual(own.current());
  end();
  expect(changed).toHaveBeenCalledTimes(1);
});

test('callers that come later, or lose the authority, get it', async () => {
  const own = replica();
  await own.prepare(signal);
  await installCallers();
  await own.refresh(signal);
  const { 'ca.crt': ca } = await held();
  expect(await bundles()).toEqual([ca, undefined, ca, ca, undefined, ca, ca]);
  await client.delete(validatingWebhookConfigurations, 'shop-validating');
  await client.create(validatingWebhookConfigurations, {
    metadata: { name: 'shop-validating' },
    webhooks: [webhook('new')] as never,
  });
  await own.refresh(signal);
  expect((await bundles()).filter((bundle) => bundle !== undefined)).toEqual([ca, ca, ca, ca]);
});

test('what the API server refuses is logged once, and tried again until it succeeds', async () => {
  let isRefused = true;
  const status = {
    kind: 'Status',
    metadata: {},
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Forbidden',
    code: 403,
    message: 'no',
  } as const;
  const own = replica({
    client: {
      ...client,
      create: (...args) => (isRefused ? Promise.reject(new StatusError(status)) : client.create(...args)),
    },
  });
  const preparing = own.prepare(signal);
  let isPrepared = false;
  void preparing.then(() => {
    isPrepared = true;
  });
  await expect.poll(() => clock.pending()).toBeGreaterThan(0);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await clock.advance(seconds(1));
    await expect.poll(() => clock.pending()).toBeGreaterThan(0);
  }
  expect(isPrepared).toBe(false);
  const errors = logged.lines.filter(({ level }) => level === 'error');
  expect(errors.map(({ message }) => message)).toEqual([
    'cannot make the own certificate; webhooks are not served yet',
  ]);
  isRefused = false;
  await clock.advance(seconds(1));
  await preparing;
  expect(own.current()).toBeDefined();
});

test('invalid times are refused', () => {
  expect(() => replica({ interval: Number.NaN })).toThrow('createOwnCertificate: interval must be');
  expect(() => replica({ settlingTime: -1 })).toThrow('createOwnCertificate: settlingTime must be');
});
