import fs from 'node:fs';
import { formatTime } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { memoryFiles } from '../../test-support/memory-files.ts';
import { settableClock } from '../../test-support/settable-clock.ts';
import type { ClusterAccess } from '../../surroundings/cluster-access.ts';
import { oidcIdentity } from '../credentials/oidc.ts';
import { loadKubeConfig, type LoadKubeConfigOptions } from './load-kube-config.ts';

const pem = (name: string): string => fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');
const hour = 3_600_000;
const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
const inPod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443', POD_NAMESPACE: 'a' };

const kubeconfig = (user: object): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: 'https://a.test', 'certificate-authority': '/ca.crt' } }],
    users: [{ name: 'a', user }],
  });

/** The access from a kubeconfig with this user, on a machine with a settable clock. */
async function start(user: object, options: LoadKubeConfigOptions = {}) {
  const machine = settableClock();
  const files = memoryFiles({
    '/config': kubeconfig(user),
    '/ca.crt': pem('ca.crt'),
    '/token': 'one',
    '/client.crt': pem('client.crt'),
    '/client.key': pem('client.key'),
    [`${folder}/token`]: 'one',
    [`${folder}/ca.crt`]: pem('ca.crt'),
  });
  const { clock } = machine;
  const access = await loadKubeConfig({ path: '/config', env: {}, clock, readFile: files.readFile, ...options });
  return { ...machine, files, access };
}

const bearerOf = async ({ credentials }: ClusterAccess): Promise<unknown> =>
  (await credentials.current()).headers['authorization'];

test('a token file is read again after a minute, whatever the wall clock was set to', async () => {
  const { access, files, time, set } = await start({ tokenFile: '/token' });
  expect(await bearerOf(access)).toBe('Bearer one');
  set(-hour);
  files.write('/token', 'two');
  await time.advance(59_999);
  expect(await bearerOf(access)).toBe('Bearer one');
  await time.advance(1);
  expect(await bearerOf(access)).toBe('Bearer two');
  // Setting the clock forward again does not age the token.
  set(hour);
  files.write('/token', 'three');
  await time.advance(59_999);
  expect(await bearerOf(access)).toBe('Bearer two');
});

test('TLS files are read again after a minute, whatever the wall clock was set to', async () => {
  const { access, files, time, set } = await start({
    'client-certificate': '/client.crt',
    'client-key': '/client.key',
  });
  expect(await access.tls()).toMatchObject({ ca: pem('ca.crt'), certificate: pem('client.crt') });
  set(-hour);
  const authorities = pem('ca.crt') + pem('server.crt');
  files.write('/ca.crt', authorities);
  files.write('/client.crt', pem('client-2.crt'));
  files.write('/client.key', pem('client-2.key'));
  await time.advance(60_000);
  expect(await access.tls()).toMatchObject({ ca: authorities, certificate: pem('client-2.crt') });
});

test('files of a pod are read again after a minute, whatever the wall clock was set to', async () => {
  const { access, files, time, set } = await start({}, { path: undefined, env: inPod });
  expect([await bearerOf(access), (await access.tls()).ca]).toEqual(['Bearer one', pem('ca.crt')]);
  set(-hour);
  files.write(`${folder}/token`, 'two');
  files.write(`${folder}/ca.crt`, pem('server.crt'));
  await time.advance(60_000);
  expect([await bearerOf(access), (await access.tls()).ca]).toEqual(['Bearer two', pem('server.crt')]);
});

test('a plugin’s credential expires, and is renewed when it is rejected, also after the clock was set back', async () => {
  let runs = 0;
  const machine = settableClock();
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'x', interactiveMode: 'Never' };
  const { access } = await start(
    { exec },
    {
      clock: machine.clock,
      runProgram: async () => {
        runs += 1;
        const status = { token: `t${runs}`, expirationTimestamp: formatTime(machine.clock.now() + 600_000) };
        const stdout = JSON.stringify({ apiVersion: exec.apiVersion, kind: 'ExecCredential', status });
        return { code: 0, stdout, stderr: '' };
      },
    },
  );
  expect(await bearerOf(access)).toBe('Bearer t1');
  machine.set(-hour);
  await machine.time.advance(539_000);
  expect(await bearerOf(access)).toBe('Bearer t1');
  await machine.time.advance(1_000);
  expect(await bearerOf(access)).toBe('Bearer t2');
  machine.set(-hour);
  await machine.time.advance(20_000);
  expect(await access.credentials.reject(await access.credentials.current())).toBe(true);
  expect(await bearerOf(access)).toBe('Bearer t3');
  // A credential that was just renewed, and is rejected again at once, is not renewed.
  await access.credentials.reject(await access.credentials.current());
  await bearerOf(access);
  expect(await access.credentials.reject(await access.credentials.current())).toBe(false);
});

test('an id token expires, also after the clock was set back', async () => {
  const { clock, time, set } = settableClock();
  const jwt = (n: number): string => {
    const claims = { exp: clock.now() / 1000 + 600, n };
    return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  };
  let refreshed = 0;
  const source = oidcIdentity({
    config: {
      issuerUrl: 'https://idp.test',
      clientId: 'kb',
      clientSecret: undefined,
      tokens: { idToken: jwt(0), refreshToken: 'r' },
      ca: undefined,
    },
    user: 'a',
    clock,
    send: async ({ method }) => {
      if (method === 'GET') return { status: 200, body: '{"token_endpoint":"https://idp.test/token"}' };
      refreshed += 1;
      return { status: 200, body: JSON.stringify({ id_token: jwt(refreshed) }) };
    },
    save: async () => undefined,
  });
  const first = await source.current();
  set(-hour);
  await time.advance(589_000);
  expect(await source.current()).toBe(first);
  await time.advance(1000);
  const second = await source.current();
  expect(second).not.toBe(first);
  // Renewed after a rejection, although the clock was set back after it was issued.
  set(-hour);
  await time.advance(10_000);
  expect(await source.renew(second)).toBe(true);
});

test.each([
  ['no PEM', 'garbage'],
  ['nothing', ''],
  ['half of a certificate', pem('ca.crt').slice(0, 200)],
  ['a malformed certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ['a good one and half of another', pem('ca.crt') + pem('server.crt').slice(0, 200)],
])('while an authority file contains %s, the last valid contents are used', async (_what, text) => {
  const { access, files, time } = await start({ tokenFile: '/token' });
  const first = await access.tls();
  files.write('/ca.crt', text);
  await time.advance(60_000);
  expect(await access.tls()).toBe(first);
  files.write('/ca.crt', pem('server.crt'));
  await time.advance(60_000);
  expect((await access.tls()).ca).toBe(pem('server.crt'));
});

test('while the authority file of a pod is invalid, the last valid contents are used', async () => {
  const { access, files, time } = await start({}, { path: undefined, env: inPod });
  const first = await access.tls();
  files.write(`${folder}/ca.crt`, 'garbage');
  await time.advance(60_000);
  expect(await access.tls()).toBe(first);
});

test('while a token file is empty, its last token is used', async () => {
  const { access, files, time } = await start({ tokenFile: '/token' });
  await bearerOf(access);
  files.write('/token', ' \n');
  await time.advance(60_000);
  expect(await bearerOf(access)).toBe('Bearer one');
});
