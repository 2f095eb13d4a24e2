import { createVirtualClock } from '@kb/apimachinery';
import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import { memoryFiles } from '../../test-support/memory-files.ts';
import type { ClusterAccess } from '../../surroundings/cluster-access.ts';
import { loadKubeConfig, type LoadKubeConfigOptions } from './load-kube-config.ts';
import type { KubeConfigObject, KubeConfigUser } from './document/kube-config-object.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A KubeConfig of client-node, from text. */
function clientNode(user: object, cluster: object = {}): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(
    JSON.stringify({
      'current-context': 'a',
      clusters: [{ name: 'a', cluster: { server: 'https://a.test:6443/', ...cluster } }],
      users: [{ name: 'me', user }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'me', namespace: 'shop' } }],
    }),
  );
  return config;
}

/** An object of KubeConfig's shape, created without client-node. */
function plain(user: Partial<KubeConfigUser>, more: Partial<KubeConfigObject> = {}): KubeConfigObject {
  return {
    clusters: [{ name: 'a', server: 'https://a.test', skipTLSVerify: false }],
    users: [{ name: 'me', ...user }],
    contexts: [{ name: 'a', cluster: 'a', user: 'me' }],
    currentContext: 'a',
    ...more,
  };
}

function load(kubeConfig: KubeConfigObject, options: LoadKubeConfigOptions = {}): Promise<ClusterAccess> {
  const { readFile } = memoryFiles({ '/token': 'from-file\n' });
  // A file that must not be read.
  const env = { KUBECONFIG: '/elsewhere' };
  return loadKubeConfig({ kubeConfig, env, readFile, clock: createVirtualClock(), interactive: false, ...options });
}

describe('a KubeConfig object', () => {
  test('provides the server and its CA instead of files', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n';
    const object = clientNode(
      { token: 't', as: 'jane' },
      { 'certificate-authority-data': base64(pem), 'tls-server-name': 'other' },
    );
    const access = await load(object);
    expect(access).toMatchObject({
      server: 'https://a.test:6443',
      source: 'the KubeConfig that the program gave',
      context: 'a',
      user: 'me',
      namespace: 'shop',
    });
    expect(await access.tls()).toEqual({ ca: pem, serverName: 'other' });
    expect(await access.credentials.current()).toEqual({
      headers: { authorization: 'Bearer t', 'impersonate-user': 'jane' },
    });
  });

  test.each<[string, Partial<KubeConfigUser>, string | undefined]>([
    ['nothing', {}, undefined],
    ['a token', { token: 't' }, 'Bearer t'],
    ['a name and password', { username: 'u', password: 'p' }, `Basic ${base64('u:p')}`],
    [
      'a token file, as loadFromCluster of client-node has it',
      { authProvider: { name: 'tokenFile', config: { tokenFile: '/token' } } },
      'Bearer from-file',
    ],
    [
      'an OpenID Connect token',
      {
        authProvider: {
          name: 'oidc',
          config: { 'idp-issuer-url': 'https://idp.test', 'client-id': 'c', 'id-token': idToken(4e9) },
        },
      },
      `Bearer ${idToken(4e9)}`,
    ],
  ])('authenticates with %s', async (_what, user, authorization) => {
    const access = await load(plain(user));
    expect((await access.credentials.current()).headers['authorization']).toBe(authorization);
  });

  test.each<[string, Partial<KubeConfigUser>]>([
    ['exec', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'get' } }],
    [
      'an auth-provider with an exec',
      {
        authProvider: {
          name: 'exec',
          config: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'get' } },
        },
      },
    ],
  ])('runs the program of %s once for all callers', async (_what, user) => {
    let runs = 0;
    const access = await load(plain(user), {
      runProgram: async () => {
        runs += 1;
        const status = { token: `t${runs}` };
        const stdout = JSON.stringify({
          apiVersion: 'client.authentication.k8s.io/v1',
          kind: 'ExecCredential',
          status,
        });
        return { code: 0, stdout, stderr: '' };
      },
    });
    const [one, two] = await Promise.all([access.credentials.current(), access.credentials.current()]);
    expect(one).toBe(two);
    expect(one.headers).toEqual({ authorization: 'Bearer t1' });
    expect(await access.credentials.reject(one)).toBe(true);
    expect((await access.credentials.current()).headers).toEqual({ authorization: 'Bearer t2' });
  });

  test('provides the credential if a program added an authenticator, and again when the server rejects it', async () => {
    const object = clientNode({ 'auth-provider': { name: 'vault', config: { expiry: 5 } } });
    let given = 'first';
    object.addAuthenticator({
      isAuthProvider: (user) => (user.authProvider as { name: string }).name === 'vault',
      applyAuthentication: async (_user, options) => {
        Object.assign(options.headers ?? {}, { Authorization: `Bearer ${given}` });
      },
    });
    const { credentials } = await load(object);
    const first = await credentials.current();
    expect(first).toEqual({ headers: { authorization: 'Bearer first' } });
    expect(await credentials.current()).toBe(first);
    expect(await credentials.reject(first)).toBe(false);
    given = 'second';
    expect(await credentials.reject(first)).toBe(true);
    expect(await credentials.current()).toEqual({ headers: { authorization: 'Bearer second' } });
  });

  test('is passed to another thread as plain data only if it does not depend on this thread', async () => {
    const partsOf = async (user: Partial<KubeConfigUser>): Promise<unknown> =>
      (await load(plain(user, { applyToHTTPSOptions: () => Promise.resolve() }))).parts?.();
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'get' };
    const oidc = { 'idp-issuer-url': 'https://idp.test', 'client-id': 'c', 'id-token': idToken(4e9) };
    expect(await partsOf({ token: 't' })).toEqual({ token: { text: 't' }, headers: {} });
    expect(await partsOf({ exec })).toBeUndefined();
    expect(await partsOf({ authProvider: { name: 'oidc', config: oidc } })).toBeUndefined();
    // Its credentials come from the program's own object.
    expect(await partsOf({ authProvider: { name: 'vault' } })).toBeUndefined();
  });

  test('that fails to provide a credential is named in the error', async () => {
    const object = plain(
      { authProvider: { name: 'vault' } },
      { applyToHTTPSOptions: () => Promise.reject(new Error('sealed')) },
    );
    const { credentials } = await load(object);
    await expect(credentials.current()).rejects.toMatchObject({
      code: 'KB_KUBECONFIG_OBJECT_FAILED',
      message: 'the KubeConfig returned no credential for user "me": sealed',
    });
  });

  test('writes nothing to disk when its OpenID Connect token is refreshed', async () => {
    const written: string[] = [];
    const config = { 'idp-issuer-url': 'https://idp.test', 'client-id': 'c', 'refresh-token': 'r' };
    const { credentials } = await load(plain({ authProvider: { name: 'oidc', config } }), {
      sendToProvider: async ({ method }) =>
        method === 'GET'
          ? { status: 200, body: JSON.stringify({ token_endpoint: 'https://idp.test/token' }) }
          : { status: 200, body: JSON.stringify({ id_token: idToken(4e9), refresh_token: 'r2' }) },
      writeFile: async (file) => void written.push(file),
    });
    expect((await credentials.current()).headers).toEqual({ authorization: `Bearer ${idToken(4e9)}` });
    expect(written).toEqual([]);
  });

  test.each<[string, KubeConfigObject, LoadKubeConfigOptions, string, string]>([
    [
      'an auth-provider that is not registered',
      plain({ authProvider: { name: 'vault' } }),
      {},
      'KB_KUBECONFIG_UNSUPPORTED',
      'the auth-provider "vault"',
    ],
    [
      'a context that is not there',
      plain({}),
      { context: 'b' },
      'KB_KUBECONFIG_UNKNOWN_CONTEXT',
      'the KubeConfig that the program gave has no context "b"; choose one of "a"',
    ],
    [
      'a cluster without a server',
      plain({}, { clusters: [{ name: 'a', server: '', skipTLSVerify: false }] }),
      {},
      'KB_KUBECONFIG_MALFORMED',
      'clusters[0].cluster.server: expected a string that is not empty',
    ],
  ])('%s is an error', async (_what, object, options, code, message) => {
    const error: unknown = await load(object, options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

/** An unsigned JSON Web Token that expires at this time, in seconds since the epoch. */
function idToken(exp: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp })}.x`;
}
