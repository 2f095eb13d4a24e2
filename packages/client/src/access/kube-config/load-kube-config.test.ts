import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../test-support/memory-files.ts';
import type { ClusterAccess } from '../../surroundings/cluster-access.ts';
import { loadKubeConfig, type LoadKubeConfigOptions } from './load-kube-config.ts';

const pem = (name: string): string => `-----BEGIN ${name}-----\nsecret-${name}\n-----END ${name}-----\n`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with a context, cluster and user of the same name. */
function config(
  name: string,
  { cluster = {}, user = {}, context = {}, current = name }: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: [{ name, cluster: { server: `https://${name}.test:6443`, ...(cluster as object) } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...(context as object) } }],
  });
}

function load(files: Record<string, string>, options: LoadKubeConfigOptions = {}): Promise<ClusterAccess> {
  const { readFile } = memoryFiles(files);
  return loadKubeConfig({
    env: { KUBECONFIG: '/k' },
    readFile,
    clock: createVirtualClock(),
    interactive: false,
    ...options,
  });
}

const delimiter = path.delimiter;

describe('where the configuration is', () => {
  const files = { '/named': config('named'), '/env': config('env'), '/home/me/.kube/config': config('home') };
  const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const mount = '/var/run/secrets/kubernetes.io/serviceaccount';
  const inPod = {
    ...files,
    [`${mount}/token`]: 't\n',
    [`${mount}/ca.crt`]: pem('CA'),
    [`${mount}/namespace`]: 'mine\n',
  };

  it.each([
    ['the file that is named', { path: '/named', env: { KUBECONFIG: '/env', ...pod } }, 'https://named.test:6443'],
    ['KUBECONFIG', { env: { KUBECONFIG: '/env', HOME: '/home/me', ...pod } }, 'https://env.test:6443'],
    ['the pod', { env: { HOME: '/home/me', ...pod } }, 'https://10.0.0.1:443'],
    ['the home folder', { env: { HOME: '/home/me' } }, 'https://home.test:6443'],
    ['the home folder on Windows', { env: { USERPROFILE: '/home/me' } }, 'https://home.test:6443'],
    [
      'the home folder, for a context',
      { env: { HOME: '/home/me', ...pod }, context: 'home' },
      'https://home.test:6443',
    ],
  ])('%s', async (_what, options, server) => {
    expect((await load(inPod, options)).server).toBe(server);
  });

  it('the pod: its token, CA, namespace and address', async () => {
    const access = await load(inPod, { env: { ...pod, KUBERNETES_SERVICE_HOST: 'fd00::1' } });
    expect(access).toMatchObject({
      server: 'https://[fd00::1]:443',
      source: "the pod's service account",
      namespace: 'mine',
    });
    expect(await access.tls()).toEqual({ ca: pem('CA') });
    expect(await access.credentials.current()).toEqual({ headers: { authorization: 'Bearer t' } });
  });

  it('the pod without a token', async () => {
    await expect(load(files, { env: pod })).rejects.toMatchObject({
      code: 'KB_KUBECONFIG_NOT_FOUND',
      message: `in a pod, but cannot read ${mount}/token: it does not exist; mount a service account token (automountServiceAccountToken), or set KUBECONFIG`,
    });
  });
});

describe('several files', () => {
  const one = config('a', { user: { token: 'one' }, current: '' });
  const two = JSON.stringify({
    'current-context': 'b',
    clusters: [
      { name: 'a', cluster: { server: 'https://other' } },
      { name: 'b', cluster: { server: 'https://b.test' } },
    ],
    users: [{ name: 'a', user: { token: 'two', username: 'never' } }],
    contexts: [{ name: 'b', context: { cluster: 'b', user: 'a' } }],
  });
  const env = { KUBECONFIG: ['/one', '/missing', '/two', ''].join(delimiter) };

  it('are merged: of each name, and of current contexts, the first counts', async () => {
    const access = await load({ '/one': one, '/two': two }, { env });
    expect(access).toMatchObject({ server: 'https://b.test', context: 'b', source: '/one and /missing and /two' });
    expect(await access.credentials.current()).toEqual({ headers: { authorization: 'Bearer one' } });
    expect((await load({ '/one': one, '/two': two }, { env, context: 'a' })).server).toBe('https://a.test:6443');
  });

  it('must not all be missing', async () => {
    await expect(load({}, { env })).rejects.toMatchObject({ code: 'KB_KUBECONFIG_NOT_FOUND' });
  });
});

describe('a context', () => {
  it('has a cluster, a namespace, a user', async () => {
    const access = await load({ '/k': config('a', { context: { namespace: 'n' } }) });
    expect(access).toMatchObject({ server: 'https://a.test:6443', context: 'a', namespace: 'n' });
    expect((await load({ '/k': config('a') })).namespace).toBe('default');
    expect(await access.credentials.current()).toEqual({ headers: {} });
    expect(await access.tls()).toEqual({});
  });

  it('may have nobody', async () => {
    const access = await load({ '/k': config('a', { context: { user: '' }, user: { token: 't' } }) });
    expect(await access.credentials.current()).toEqual({ headers: {} });
  });

  it('may be YAML, with comments and nothing where nothing is to say', async () => {
    const text = [
      '# mine',
      'kind: Config',
      'preferences: {}',
      'current-context: a',
      'clusters:',
      '- name: a',
      '  cluster: {server: "https://a.test/"}',
      'contexts:',
      '- {name: a, context: {cluster: a, user: a}}',
      'users:',
      '- name: a',
      '  user:',
    ].join('\n');
    expect((await load({ '/k': text })).server).toBe('https://a.test');
  });
});

describe('servers', () => {
  it.each([
    ['https://a.test:6443/k8s/clusters/c-1/', {}, 'https://a.test:6443/k8s/clusters/c-1'],
    ['http://127.0.0.1:8001', {}, 'http://127.0.0.1:8001'],
    ['localhost:8080', {}, 'http://localhost:8080'],
    ['localhost:6443', { 'insecure-skip-tls-verify': true }, 'https://localhost:6443'],
  ])('%s', async (server, extra, want) => {
    expect((await load({ '/k': config('a', { cluster: { server, ...extra } }) })).server).toBe(want);
  });

  it.each([
    ['ftp://a', 'KB_KUBECONFIG_MALFORMED'],
    ['https://', 'KB_KUBECONFIG_MALFORMED'],
    ['https://me:s3cret@a.test', 'KB_KUBECONFIG_UNSUPPORTED'],
  ])('refuses %s', async (server, code) => {
    const refused = load({ '/k': config('a', { cluster: { server } }) });
    await expect(refused).rejects.toMatchObject({ code, file: '/k' });
    await expect(refused).rejects.not.toThrow('s3cret');
  });
});

describe('TLS', () => {
  it('comes from data, else from files beside the kubeconfig', async () => {
    const user = { 'client-certificate': 'c.pem', 'client-key': '/abs/k.pem' };
    const cluster = { 'certificate-authority': 'pki/ca.pem', 'tls-server-name': 'other.test' };
    const files = {
      '/dir/k': config('a', { cluster, user }),
      '/dir/pki/ca.pem': pem('CA'),
      '/dir/c.pem': pem('C'),
      '/abs/k.pem': pem('K'),
    };
    const access = await load(files, { path: '/dir/k' });
    expect(await access.tls()).toEqual({
      ca: pem('CA'),
      certificate: pem('C'),
      key: pem('K'),
      serverName: 'other.test',
    });
    const data = {
      cluster: { ...cluster, 'certificate-authority-data': base64(pem('CA2')) },
      user: { 'client-certificate-data': base64(pem('C2')), 'client-key-data': base64(pem('K2')) },
    };
    expect(await (await load({ '/k': config('a', data) })).tls()).toEqual({
      ca: pem('CA2'),
      certificate: pem('C2'),
      key: pem('K2'),
      serverName: 'other.test',
    });
  });

  it('may trust anybody', async () => {
    const access = await load({ '/k': config('a', { cluster: { 'insecure-skip-tls-verify': true } }) });
    expect(await access.tls()).toEqual({ insecure: true });
  });

  it('is the same object until a file changed, which is seen within a minute', async () => {
    const clock = createVirtualClock();
    const files = memoryFiles({
      '/k': config('a', { user: { 'client-certificate': 'c.pem', 'client-key': 'k.pem' } }),
      '/c.pem': pem('C'),
      '/k.pem': pem('K'),
    });
    const access = await loadKubeConfig({ path: '/k', env: {}, readFile: files.readFile, clock, interactive: false });
    const first = await access.tls();
    const real = (name: string): string =>
      fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');
    files.write('/c.pem', real('client.crt'));
    files.write('/k.pem', real('client.key'));
    await clock.advance(59_999);
    expect(await access.tls()).toBe(first);
    await clock.advance(1);
    const second = await access.tls();
    expect(second).toEqual({ certificate: real('client.crt'), key: real('client.key') });
    files.write('/c.pem', undefined);
    await clock.advance(60_000);
    expect(await access.tls()).toBe(second);
  });
});

describe('users', () => {
  it.each([
    ['a token', { token: 't' }, { authorization: 'Bearer t' }],
    ['a token file before a token', { token: 't', tokenFile: 'token' }, { authorization: 'Bearer from-file' }],
    ['name and password', { username: 'me', password: 'wörd' }, { authorization: `Basic ${base64('me:wörd')}` }],
    [
      'another user',
      { token: 't', as: 'you', 'as-uid': 'u', 'as-groups': ['g', 'h'], 'as-user-extra': { 'a/B': ['x', 'y'] } },
      {
        authorization: 'Bearer t',
        'impersonate-user': 'you',
        'impersonate-uid': 'u',
        'impersonate-group': ['g', 'h'],
        'impersonate-extra-a%2fb': ['x', 'y'],
      },
    ],
    [
      'another user whose name and extras are not ASCII',
      { as: '山田', 'as-user-extra': { 'ex.com/É(a) b%': ['ü'] } },
      { 'impersonate-user': '山田', 'impersonate-extra-ex.com%2f%c3%a9%28a%29%20b%25': ['ü'] },
    ],
  ])('with %s', async (_what, user, headers) => {
    const access = await load({ '/k': config('a', { user }), '/token': 'from-file\n' });
    expect(await access.credentials.current()).toEqual({ headers });
  });

  it('with a static token have no other', async () => {
    const { credentials } = await load({ '/k': config('a', { user: { token: 't' } }) });
    const credential = await credentials.current();
    expect(await credentials.current()).toBe(credential);
    expect(await credentials.reject(credential)).toBe(false);
  });
});

describe('proxies', () => {
  it('come from the cluster, else from the environment', async () => {
    const env = { KUBECONFIG: '/k', HTTPS_PROXY: 'http://env.test:1' };
    const files = { '/k': config('a', { cluster: { 'proxy-url': 'https://own.test:2' } }), '/plain': config('a') };
    expect((await load(files, { env })).proxyUrl()).toBe('https://own.test:2');
    expect((await load(files, { env, path: '/plain' })).proxyUrl()).toBe('http://env.test:1');
    expect((await load(files, { env: { ...env, NO_PROXY: '.test' }, path: '/plain' })).proxyUrl()).toBeUndefined();
  });

  it('are refused when they are none', async () => {
    const refused = load({ '/k': config('a', { cluster: { 'proxy-url': 'socks5://secret@own.test' } }) });
    await expect(refused).rejects.toMatchObject({ code: 'KB_KUBECONFIG_UNSUPPORTED' });
    await expect(refused).rejects.not.toThrow('secret');
  });

  it('can turn compression off', async () => {
    expect((await load({ '/k': config('a', { cluster: { 'disable-compression': true } }) })).compression).toBe(false);
    expect((await load({ '/k': config('a') })).compression).toBeUndefined();
  });
});

describe('an error says what is wrong, with the file and what to do', () => {
  const ok = config('a');
  const cases: [
    name: string,
    files: Record<string, string>,
    options: LoadKubeConfigOptions,
    code: string,
    message: string,
  ][] = [
    [
      'nothing there',
      {},
      { path: '/x' },
      'KB_KUBECONFIG_NOT_FOUND',
      'there is no kubeconfig at /x (the file that was named)',
    ],
    ['KUBECONFIG leads nowhere', {}, {}, 'KB_KUBECONFIG_NOT_FOUND', 'there is no kubeconfig at /k (KUBECONFIG)'],
    ['no home', {}, { env: {} }, 'KB_KUBECONFIG_NOT_FOUND', 'set KUBECONFIG'],
    [
      'may not be read',
      { '/k': '!EACCES' },
      {},
      'KB_KUBECONFIG_UNREADABLE',
      'cannot read the kubeconfig /k (KUBECONFIG): permission denied',
    ],
    ['a folder', { '/k': '!EISDIR' }, {}, 'KB_KUBECONFIG_UNREADABLE', 'it is a directory'],
    [
      'no YAML',
      { '/k': 'a: [1\nb: 2' },
      {},
      'KB_KUBECONFIG_MALFORMED',
      '/k is no kubeconfig: no YAML at line 2, column 1',
    ],
    ['two documents', { '/k': 'a: 1\n---\nb: 2' }, {}, 'KB_KUBECONFIG_MALFORMED', 'expected one YAML document'],
    ['a list', { '/k': '[]' }, {}, 'KB_KUBECONFIG_MALFORMED', 'the document: expected a map, got a list'],
    ['a text', { '/k': 'hello' }, {}, 'KB_KUBECONFIG_MALFORMED', 'the document: expected a map, got a string'],
    [
      'clusters as a map',
      { '/k': 'clusters: {}' },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'clusters: expected a list, got a map',
    ],
    [
      'a cluster without a name',
      { '/k': 'clusters: [{cluster: {server: x}}]' },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'clusters[0].name: it is missing',
    ],
    [
      'a cluster without a server',
      { '/k': config('a', { cluster: { server: null } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'clusters[0].cluster.server: it is missing',
    ],
    [
      'a token that is a number',
      { '/k': config('a', { user: { token: 123456 } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'users[0].user.token: expected a string, got a number',
    ],
    ['an empty file', { '/k': '' }, {}, 'KB_KUBECONFIG_UNKNOWN_CONTEXT', '/k has no current context; and no other'],
    [
      'no current context',
      { '/k': config('a', { current: '' }) },
      {},
      'KB_KUBECONFIG_UNKNOWN_CONTEXT',
      '/k has no current context; choose one of "a"',
    ],
    [
      'an unknown context',
      { '/k': ok },
      { context: 'b' },
      'KB_KUBECONFIG_UNKNOWN_CONTEXT',
      '/k has no context "b"; choose one of "a"',
    ],
    [
      'an unknown cluster',
      { '/k': config('a', { context: { cluster: 'b' } }) },
      {},
      'KB_KUBECONFIG_DANGLING',
      'context "a" of /k names the cluster "b"',
    ],
    [
      'an unknown user',
      { '/k': config('a', { context: { user: 'b' } }) },
      {},
      'KB_KUBECONFIG_DANGLING',
      'context "a" of /k names the user "b"',
    ],
    [
      'a CA that is not there',
      { '/k': config('a', { cluster: { 'certificate-authority': 'ca.pem' } }) },
      {},
      'KB_KUBECONFIG_DANGLING',
      'certificate-authority of cluster "a" in /k: cannot read /ca.pem: it does not exist',
    ],
    [
      'a token file that is not there',
      { '/k': config('a', { user: { tokenFile: 'token' } }) },
      {},
      'KB_KUBECONFIG_DANGLING',
      'tokenFile of user "a" in /k: cannot read /token: it does not exist',
    ],
    [
      'a CA that is not PEM',
      { '/k': config('a', { cluster: { 'certificate-authority-data': 'xxxx' } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'certificate-authority of cluster "a" in /k: the data is no PEM text',
    ],
    [
      'a certificate without a key',
      { '/k': config('a', { user: { 'client-certificate-data': base64(pem('C')) } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'one of client-certificate and client-key',
    ],
    [
      'a CA and no verification',
      {
        '/k': config('a', {
          cluster: { 'insecure-skip-tls-verify': true, 'certificate-authority-data': base64(pem('C')) },
        }),
      },
      {},
      'KB_KUBECONFIG_UNSUPPORTED',
      'remove one',
    ],
    [
      'an auth provider that is gone',
      { '/k': config('a', { user: { 'auth-provider': { name: 'gcp', config: { 'access-token': 'secret' } } } }) },
      {},
      'KB_KUBECONFIG_UNSUPPORTED',
      'the auth-provider "gcp"',
    ],
    [
      'an auth provider without an issuer',
      { '/k': config('a', { user: { 'auth-provider': { name: 'oidc', config: { 'id-token': 'secret' } } } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'has no idp-issuer-url',
    ],
    [
      'a malformed id token',
      {
        '/k': config('a', {
          user: {
            'auth-provider': {
              name: 'oidc',
              config: { 'idp-issuer-url': 'https://a.test', 'client-id': 'a', 'id-token': 'secret' },
            },
          },
        }),
      },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'is no JSON Web Token',
    ],
    [
      'an auth provider and an exec plugin',
      {
        '/k': config('a', {
          user: {
            'auth-provider': { name: 'oidc' },
            exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'x' },
          },
        }),
      },
      {},
      'KB_KUBECONFIG_UNSUPPORTED',
      'an exec plugin and an auth-provider',
    ],
    [
      'an exec plugin of another version',
      { '/k': config('a', { user: { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } } }) },
      {},
      'KB_KUBECONFIG_UNSUPPORTED',
      'expected client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1',
    ],
    [
      'an exec plugin without a command',
      { '/k': config('a', { user: { exec: { apiVersion: 'client.authentication.k8s.io/v1' } } }) },
      {},
      'KB_KUBECONFIG_MALFORMED',
      'users[0].user.exec.command: it is missing',
    ],
  ];

  it.each(cases)('%s', async (_name, files, options, code, message) => {
    const failed = load(files, options);
    await expect(failed).rejects.toMatchObject({ name: 'KubeConfigError', code });
    await expect(failed).rejects.toThrow(message);
  });
});

describe('secrets', () => {
  it('are in nothing that is printed of an access', async () => {
    const user = {
      token: 'secret-token',
      password: 'secret-password',
      'client-certificate-data': base64(pem('C')),
      'client-key-data': base64(pem('K')),
    };
    const access = await load({
      '/k': config('a', { user, cluster: { 'proxy-url': 'http://me:secret-proxy@p.test' } }),
    });
    for (const text of [inspect(access, { depth: 10, showHidden: true }), JSON.stringify(access)]) {
      expect(text).not.toMatch(/secret/);
    }
  });

  it('are in no error about a broken file', async () => {
    const error: unknown = await load({ '/k': 'users:\n- user: {token: secret-token\n  b' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'KB_KUBECONFIG_MALFORMED' });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret/);
  });
});
