import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { memoryFiles } from '../../test-support/memory-files.ts';
import { loadKubeConfig } from './load-kube-config.ts';
import { base64, config, load, pem } from '../../test-support/kube-configs.ts';

describe('the location of the configuration', () => {
  const files = { '/named': config('named'), '/env': config('env'), '/home/me/.kube/config': config('home') };
  const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const mount = '/var/run/secrets/kubernetes.io/serviceaccount';
  const inPod = {
    ...files,
    [`${mount}/token`]: 't\n',
    [`${mount}/ca.crt`]: pem('CA'),
    [`${mount}/namespace`]: 'mine\n',
  };

  test.each([
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

  test('the pod: its token, CA, namespace and address', async () => {
    const access = await load(inPod, { env: { ...pod, KUBERNETES_SERVICE_HOST: 'fd00::1' } });
    expect(access).toMatchObject({
      server: 'https://[fd00::1]:443',
      source: "the pod's service account",
      namespace: 'mine',
    });
    expect(await access.tls()).toEqual({ ca: pem('CA') });
    expect(await access.credentials.current()).toEqual({ headers: { authorization: 'Bearer t' } });
  });

  test('the pod without a token', async () => {
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
  const env = { KUBECONFIG: ['/one', '/missing', '/two', ''].join(path.delimiter) };

  test('are merged: the first entry of each name, and the first current context, win', async () => {
    const access = await load({ '/one': one, '/two': two }, { env });
    expect(access).toMatchObject({ server: 'https://b.test', context: 'b', source: '/one and /missing and /two' });
    expect(await access.credentials.current()).toEqual({ headers: { authorization: 'Bearer one' } });
    expect((await load({ '/one': one, '/two': two }, { env, context: 'a' })).server).toBe('https://a.test:6443');
  });

  test('are an error if all are missing', async () => {
    await expect(load({}, { env })).rejects.toMatchObject({ code: 'KB_KUBECONFIG_NOT_FOUND' });
  });
});

describe('a context', () => {
  test('has a cluster, a namespace, a user', async () => {
    const access = await load({ '/k': config('a', { context: { namespace: 'n' } }) });
    expect(access).toMatchObject({ server: 'https://a.test:6443', context: 'a', namespace: 'n' });
    expect((await load({ '/k': config('a') })).namespace).toBe('default');
    expect(await access.credentials.current()).toEqual({ headers: {} });
    expect(await access.tls()).toEqual({});
  });

  test('may have no user', async () => {
    const access = await load({ '/k': config('a', { context: { user: '' }, user: { token: 't' } }) });
    expect(await access.credentials.current()).toEqual({ headers: {} });
  });

  test('may be YAML with comments and empty values', async () => {
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
  test.each([
    ['https://a.test:6443/k8s/clusters/c-1/', {}, 'https://a.test:6443/k8s/clusters/c-1'],
    ['http://127.0.0.1:8001', {}, 'http://127.0.0.1:8001'],
    ['localhost:8080', {}, 'http://localhost:8080'],
    ['localhost:6443', { 'insecure-skip-tls-verify': true }, 'https://localhost:6443'],
  ])('%s', async (server, extra, want) => {
    expect((await load({ '/k': config('a', { cluster: { server, ...extra } }) })).server).toBe(want);
  });

  test.each([
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
  test('comes from data, else from files beside the kubeconfig', async () => {
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

  test('may trust any server', async () => {
    const access = await load({ '/k': config('a', { cluster: { 'insecure-skip-tls-verify': true } }) });
    expect(await access.tls()).toEqual({ insecure: true });
  });

  test('is the same object until a file changes, which is noticed within a minute', async () => {
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
  test.each([
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

  test('with a static token are never renewed', async () => {
    const { credentials } = await load({ '/k': config('a', { user: { token: 't' } }) });
    const credential = await credentials.current();
    expect(await credentials.current()).toBe(credential);
    expect(await credentials.reject(credential)).toBe(false);
  });
});

describe('proxies', () => {
  test('come from the cluster, else from the environment', async () => {
    const env = { KUBECONFIG: '/k', HTTPS_PROXY: 'http://env.test:1' };
    const files = { '/k': config('a', { cluster: { 'proxy-url': 'https://own.test:2' } }), '/plain': config('a') };
    expect((await load(files, { env })).proxyUrl()).toBe('https://own.test:2');
    expect((await load(files, { env, path: '/plain' })).proxyUrl()).toBe('http://env.test:1');
    expect((await load(files, { env: { ...env, NO_PROXY: '.test' }, path: '/plain' })).proxyUrl()).toBeUndefined();
  });

  test('are rejected if invalid', async () => {
    const refused = load({ '/k': config('a', { cluster: { 'proxy-url': 'socks5://secret@own.test' } }) });
    await expect(refused).rejects.toMatchObject({ code: 'KB_KUBECONFIG_UNSUPPORTED' });
    await expect(refused).rejects.not.toThrow('secret');
  });

  test('can turn compression off', async () => {
    expect((await load({ '/k': config('a', { cluster: { 'disable-compression': true } }) })).compression).toBe(false);
    expect((await load({ '/k': config('a') })).compression).toBeUndefined();
  });
});

describe('secrets', () => {
  test('do not appear when an access is printed', async () => {
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

  const seen = { server: 'https://a.test:6443' };
  test.each([
    ['only the server', {}, seen],
    ['a name of the certificate', { 'tls-server-name': 'b' }, { ...seen, 'tls-server-name': 'b' }],
    ['no verification', { 'insecure-skip-tls-verify': true }, { ...seen, 'insecure-skip-tls-verify': true }],
    ['verification', { 'insecure-skip-tls-verify': false }, seen],
    [
      'a CA in a file',
      { 'certificate-authority': '/ca.pem' },
      { ...seen, 'certificate-authority-data': base64(pem('CA')) },
    ],
    ['a proxy', { 'proxy-url': 'http://p:1' }, { ...seen, 'proxy-url': 'http://p:1' }],
    ['no compression', { 'disable-compression': true }, { ...seen, 'disable-compression': true }],
    [
      'extensions',
      {
        extensions: [
          { name: 'other', extension: { audience: 'x' } },
          { name: 'client.authentication.k8s.io/exec', extension: { audience: 'y' } },
        ],
      },
      { ...seen, config: { audience: 'y' } },
    ],
  ])('an exec plugin gets the cluster as client-go describes it: %s', async (_what, cluster, described) => {
    const apiVersion = 'client.authentication.k8s.io/v1';
    const exec = { apiVersion, command: 'x', interactiveMode: 'Never', provideClusterInfo: true };
    const told: unknown[] = [];
    const access = await load(
      { '/k': config('a', { cluster, user: { exec } }), '/ca.pem': pem('CA') },
      {
        runProgram: async (_command, _args, { env }) => {
          told.push(JSON.parse(env['KUBERNETES_EXEC_INFO'] ?? ''));
          const stdout = JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: 't' } });
          return { code: 0, stdout, stderr: '' };
        },
      },
    );
    expect(await access.credentials.current()).toEqual({ headers: { authorization: 'Bearer t' } });
    expect(told).toEqual([{ apiVersion, kind: 'ExecCredential', spec: { interactive: false, cluster: described } }]);
  });

  test('do not appear in errors about a malformed file', async () => {
    const error: unknown = await load({ '/k': 'users:\n- user: {token: secret-token\n  b' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'KB_KUBECONFIG_MALFORMED' });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret/);
  });
});
