import { describe, expect, test } from 'vitest';
import { type LoadKubeConfigOptions } from './load-kube-config.ts';
import { base64, config, load, pem } from '../../test-support/kube-configs.ts';

describe('an error names the problem, the file and the remedy', () => {
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
      '/k is not a kubeconfig: not YAML at line 2, column 1',
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
      'certificate-authority of cluster "a" in /k: the data is not PEM text',
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
      'is not a JSON Web Token',
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

  test.each(cases)('%s', async (_name, files, options, code, message) => {
    const failed = load(files, options);
    await expect(failed).rejects.toMatchObject({ name: 'KubeConfigError', code });
    await expect(failed).rejects.toThrow(message);
  });
});
