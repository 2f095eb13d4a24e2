import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createApiServer } from './api-server.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

function start() {
  const api = createApiServer({ clock: createVirtualClock(), authorizationMode: 'RBAC' });
  const send = async (
    transport: typeof api.transport,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<[status: number, message: string]> => {
    const sent = body && new TextEncoder().encode(JSON.stringify(body));
    const answer = await transport.send({
      method,
      path,
      headers: { ...(sent && { 'content-type': 'application/json' }), ...headers },
      ...(sent && { body: sent }),
    });
    const text = answer.body instanceof Uint8Array ? new TextDecoder().decode(answer.body) : '';
    return [answer.status, (JSON.parse(text) as { message?: string }).message ?? ''];
  };
  return { api, send };
}

test('a transport for a user has the permissions of the stored roles', async () => {
  const { api, send } = start();
  const account = api.transportFor({ name: 'system:serviceaccount:default:operator' });
  const path = '/api/v1/namespaces/default/configmaps';
  expect(await send(account, 'GET', path)).toEqual([
    403,
    'configmaps is forbidden: User "system:serviceaccount:default:operator" cannot list resource "configmaps" in API group "" in the namespace "default"',
  ]);
  await send(api.transport, 'POST', `${RBAC}/clusterroles`, {
    metadata: { name: 'reader' },
    rules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }],
  });
  await send(api.transport, 'POST', `${RBAC}/namespaces/default/rolebindings`, {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
    subjects: [{ kind: 'Group', name: 'system:serviceaccounts:default', apiGroup: 'rbac.authorization.k8s.io' }],
  });
  expect((await send(account, 'GET', path))[0]).toBe(200);
  expect((await send(account, 'GET', '/api/v1/configmaps'))[0]).toBe(403);
  expect((await send(account, 'GET', '/apis'))[0]).toBe(200);
});

test('tokens with RBAC have the permissions of their groups', async () => {
  const api = createApiServer({
    clock: createVirtualClock(),
    authorizationMode: 'RBAC',
    authentication: { tokens: { admin: { name: 'admin', groups: ['system:masters'] }, ann: { name: 'ann' } } },
  });
  const as = async (headers: Record<string, string>): Promise<number> =>
    (await api.transport.send({ method: 'GET', path: '/api/v1/namespaces', headers })).status;
  expect(await as({})).toBe(200);
  expect(await as({ authorization: 'Bearer admin' })).toBe(200);
  expect(await as({ authorization: 'Bearer ann' })).toBe(403);
  expect(await as({ authorization: 'Bearer other' })).toBe(401);
  expect(await as({ authorization: 'Basic x' })).toBe(403);
});

test.each(['constructor', '__proto__'])('a binding cannot refer to a role of the kind %s', async (kind) => {
  const { api, send } = start();
  await send(api.transport, 'POST', `${RBAC}/clusterroles`, {
    metadata: { name: 'binder' },
    rules: [{ verbs: ['create'], apiGroups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'] }],
  });
  await send(api.transport, 'POST', `${RBAC}/clusterrolebindings`, {
    metadata: { name: 'binder' },
    subjects: [{ kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { kind: 'ClusterRole', name: 'binder', apiGroup: 'rbac.authorization.k8s.io' },
  });
  const binding = {
    metadata: { name: 'a' },
    roleRef: { kind, name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
  };
  const path = `${RBAC}/namespaces/default/rolebindings`;
  expect(await send(api.transportFor({ name: 'ann' }), 'POST', path, binding)).toEqual([
    500,
    `unsupported role reference kind: "${kind}"`,
  ]);
});
