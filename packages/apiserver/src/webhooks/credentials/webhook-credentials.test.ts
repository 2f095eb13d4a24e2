import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createCertificateAuthority } from '@kb/serving/certificates';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startWire } from '../../test-support/wire.ts';
import { readCredentials } from './webhook-credentials.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kb-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function write(text: string): string {
  count += 1;
  const file = path.join(folder, `file-${count}`);
  writeFileSync(file, text);
  return file;
}

const users = (names: readonly string[]): string =>
  JSON.stringify({ kind: 'Config', users: names.map((name) => ({ name, user: { token: `for ${name}` } })) });
const authorizationAt = (file: string, hostPort: string): unknown =>
  readCredentials(file)(hostPort).headers?.['authorization'];

describe('the user of a webhook', () => {
  const service = 'hooks.default.svc:443';
  // The order of kube-apiserver's clientConfig.
  const order = [service, '*.default.svc:443', '*.svc:443', 'hooks.default.svc', '*.default.svc', '*.svc', '*'];
  test.each(order.map((name, index) => [name, order.slice(index)] as const))('is %s before %j', (name, present) => {
    expect(authorizationAt(write(users(present.toReversed())), service)).toBe(`Bearer for ${name}`);
  });

  test.each([
    ['hooks.default.svc:8443', 'hooks.default.svc'],
    ['hooks.default.svc:443', 'default.svc'],
    ['hooks.default.svc:443', '*.hooks.default.svc'],
    ['localhost:443', '*.localhost'],
  ])('of %s is not %s', (hostPort, name) => {
    expect(authorizationAt(write(users([name])), hostPort)).toBeUndefined();
  });

  test('is that of the current context if no name fits', () => {
    const config = {
      ...(JSON.parse(users(['a', 'b'])) as object),
      contexts: [{ name: 'c', context: { user: 'b' } }],
      'current-context': 'c',
    };
    expect(authorizationAt(write(JSON.stringify(config)), service)).toBe('Bearer for b');
  });
});

describe('what is presented', () => {
  const presented = (user: object): object =>
    readCredentials(write(JSON.stringify({ kind: 'Config', users: [{ name: '*', user }] })))('a:1');

  test.each([
    [{ username: 'ann', password: 's:p' }, 'Basic YW5uOnM6cA=='],
    [{ tokenFile: write('from a file\n') }, 'Bearer from a file'],
    [{ tokenFile: '/nowhere', token: 't' }, 'Bearer t'],
  ])('%j', (user, authorization) => {
    expect(presented(user)).toEqual({ headers: { authorization } });
  });

  test('a password without a name is nothing, and one beside a token is an error', () => {
    expect(presented({ password: 's' })).toEqual({});
    expect(() => presented({ username: 'ann', token: 't' })).toThrow(
      'username/password or bearer token may be set, but not both',
    );
  });

  test('impersonation', () => {
    expect(
      presented({ as: 'bob', 'as-uid': '7', 'as-groups': ['x', 'y'], 'as-user-extra': { 'a/B': ['1', '2'] } }),
    ).toEqual({
      headers: {
        'impersonate-user': 'bob',
        'impersonate-uid': '7',
        'impersonate-group': ['x', 'y'],
        'impersonate-extra-a%2fb': ['1', '2'],
      },
    });
  });

  test('a token file that is renewed is read again, and one that is gone is an error', () => {
    const file = write('one');
    const credentials = readCredentials(write(JSON.stringify({ users: [{ name: '*', user: { tokenFile: file } }] })));
    expect(credentials('a:1')).toEqual({ headers: { authorization: 'Bearer one' } });
    writeFileSync(file, 'two');
    expect(credentials('a:1')).toEqual({ headers: { authorization: 'Bearer two' } });
    rmSync(file);
    expect(() => credentials('a:1')).toThrow(`open ${file}: no such file or directory`);
  });
});

const configured = (kubeConfigFile: string): object => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook'].map((name) => ({
    name,
    configuration: {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'WebhookAdmissionConfiguration',
      kubeConfigFile,
    },
  })),
});

describe('a kubeconfig is refused', () => {
  test.each([
    ['relative.yaml', 'kubeConfigFile: Invalid value: "relative.yaml": must be an absolute file path'],
    [path.join(folder, 'missing'), 'no such file or directory'],
    [folder, 'is a directory'],
    [write('a: ['), /:1:\d+: /],
    [write('[]'), 'expected one document of the kind Config'],
    [write('kind: Pod'), 'expected one document of the kind Config'],
    [write('a: 1\n---\nb: 1'), 'expected one document of the kind Config'],
    [write('users: [{ name: x, user: { exec: {} } }]'), 'the user "x" has exec'],
  ])('%s', (file, message) => {
    expect(() => startWire({ admissionConfiguration: configured(file) })).toThrow(message);
  });
});

test('webhooks get the token and the certificate of their user, and others get nothing', async () => {
  const authority = await createCertificateAuthority({ now: Date.now() });
  const { certificate: cert, key } = await authority.issue({ commonName: 'hook', names: ['localhost', '127.0.0.1'] });
  const own = await authority.issue({ commonName: 'caller', names: [], usage: 'client' });
  const seen: unknown[] = [];
  const hook = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    seen.push([request.headers.authorization, subject?.CN]);
    void request.toArray().then((pieces: readonly Buffer[]) => {
      const { uid } = (JSON.parse(Buffer.concat(pieces).toString()) as { request: { uid: string } }).request;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          apiVersion: 'admission.k8s.io/v1',
          kind: 'AdmissionReview',
          response: { uid, allowed: true },
        }),
      );
    });
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = hook.address() as AddressInfo;
  const kubeconfig = {
    kind: 'Config',
    users: [
      {
        name: `localhost:${port}`,
        user: {
          token: 'secret',
          'client-certificate-data': Buffer.from(own.certificate).toString('base64'),
          'client-key': write(own.key),
        },
      },
    ],
  };
  const wire = startWire({ admissionConfiguration: configured(write(JSON.stringify(kubeconfig))) });
  onTestFinished(async () => {
    await wire.api.stop();
    hook.close();
    hook.closeAllConnections();
  });
  for (const host of ['localhost', '127.0.0.1'])
    await wire.post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: host },
      webhooks: [
        {
          name: `${host}.example.com`.replace('127.0.0.1', 'address'),
          clientConfig: {
            url: `https://${host}:${port}/`,
            caBundle: Buffer.from(authority.ca).toString('base64'),
          },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
  const answer = await wire.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  expect(new Set(seen)).toEqual(
    new Set([
      ['Bearer secret', 'caller'],
      [undefined, undefined],
    ]),
  );
});
