import { expect, test } from 'vitest';
import { parseRequestPath } from '../http/request-info.ts';
import { startWire } from '../test-support/wire.ts';
import { createAuthenticator } from './authenticate.ts';
import { requestAttributes } from './request-attributes.ts';
import { anonymousUser } from './user.ts';

const tokens = {
  'the-token': { name: 'ann' },
  other: { name: 'bob', uid: 'u', groups: ['one', 'system:authenticated'] },
};
const authenticate = createAuthenticator({ tokens });
const ann = { name: 'ann', groups: ['system:authenticated'], trusted: true };

test.each([
  ['Bearer the-token', ann],
  ['bearer the-token', ann],
  ['  BEARER the-token ', ann],
  ['Bearer the-token more', ann],
  ['Bearer other', { name: 'bob', uid: 'u', groups: ['one', 'system:authenticated'], trusted: true }],
  ['Bearer the-toke', undefined],
  ['Bearer the-tokenthe-token', undefined],
  ['Bearer the-tokem', undefined],
  ['Bearer __proto__', undefined],
  ['Bearer \u0000', undefined],
  ['Bearer', anonymousUser],
  ['Bearer ', anonymousUser],
  ['Basic dGhlLXRva2Vu', anonymousUser],
  ['the-token', anonymousUser],
  ['', anonymousUser],
  [undefined, anonymousUser],
])('%j', (authorization, user) => {
  expect(authenticate(authorization)).toEqual(user);
});

test('users with a token have all permissions, whatever their groups, and can impersonate others', async () => {
  const wire = startWire({ authentication: { tokens } });
  const as = async (headers: Record<string, string>): Promise<number> =>
    (await wire.get('/api/v1/namespaces', { authorization: 'Bearer other', ...headers })).status;
  expect(await as({})).toBe(200);
  expect(await as({ 'impersonate-user': 'carl' })).toBe(403);
  expect(await as({ 'impersonate-user': 'carl', 'impersonate-group': 'system:masters' })).toBe(200);
});

test('a client in the process has all permissions without a token, and is refused with an unknown one', async () => {
  const wire = startWire({ authentication: { tokens } });
  expect((await wire.get('/api/v1/namespaces')).status).toBe(200);
  expect((await wire.get('/api/v1/namespaces', { authorization: 'Bearer wrong' })).status).toBe(401);
});

test('a server without authentication ignores tokens, and still allows impersonation', async () => {
  const wire = startWire();
  expect((await wire.get('/api/v1/namespaces', { authorization: 'Bearer any' })).status).toBe(200);
  expect((await wire.get('/api/v1/namespaces', { 'impersonate-user': 'carl' })).status).toBe(403);
});

test('a refusal names the user, and the resource or the path', async () => {
  const wire = startWire({ authentication: { tokens } });
  const as = { authorization: 'Bearer other', 'impersonate-user': 'carl' };
  const refusal = async (path: string): Promise<unknown> => (await wire.get(path, as)).body.message;
  expect(await refusal('/metrics')).toBe('forbidden: User "carl" cannot get path "/metrics"');
  expect(await refusal('/api/v1/namespaces')).toBe(
    'namespaces is forbidden: User "carl" cannot list resource "namespaces" in API group "" at the cluster scope',
  );
  expect(await refusal('/apis/apps/v1/namespaces/a/deployments/b/status')).toBe(
    'deployments.apps "b" is forbidden: User "carl" cannot get resource "deployments/status" in API group "apps" in the namespace "a"',
  );
});

test.each(['PROPFIND', 'get', 'constructor', '__proto__'])('the method %s has no verb', (method) => {
  const path = '/api/v1/namespaces/a/pods';
  const info = parseRequestPath(path);
  if (!info) throw new Error('the path is malformed');
  expect(requestAttributes(method, new URLSearchParams(), info).verb).toBe('');
});
