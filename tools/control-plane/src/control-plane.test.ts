import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiRequester } from './access/api-request.ts';
import type { ApiRequester } from './access/api-request.ts';
import type { ControlPlane } from './control-plane.ts';
import { findControlPlane } from './find.ts';
import { startControlPlane } from './start.ts';
import { deadlineIn, waitUntil } from './wait.ts';

const { binaries, reason } = findControlPlane();
const complete = binaries?.kubeControllerManager !== undefined;
if (!complete) {
  console.warn(
    `SKIPPED: no test of the real control plane: ${reason ?? 'KUBEBUILDER_ASSETS has no kube-controller-manager'}`,
  );
}

const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe.skipIf(!complete)('the real control plane', () => {
  let plane: ControlPlane;
  let admin: ApiRequester;

  const as = (of: ControlPlane, token: string): ApiRequester =>
    apiRequester(of.url, readFileSync(of.caFile, 'utf8'), token);
  async function create(path: string, object: unknown): Promise<{ metadata: { name: string; uid: string } }> {
    const { status, body } = await admin('POST', path, object);
    expect([status, body]).toEqual([201, body]);
    return JSON.parse(body) as { metadata: { name: string; uid: string } };
  }
  async function eventually(what: string, condition: () => Promise<boolean>): Promise<void> {
    await waitUntil(async () => (await condition()) || undefined, { what, deadline: deadlineIn(120_000) });
  }
  const count = async (path: string): Promise<number> =>
    (JSON.parse((await admin('GET', path)).body) as { items: unknown[] }).items.length;
  const remove = async (path: string): Promise<number> => (await admin('DELETE', path)).status;
  const status = async (path: string): Promise<number> => (await admin('GET', path)).status;

  beforeAll(async () => {
    plane = await startControlPlane({
      beforeControllers: async (early) => {
        admin = as(early, early.adminToken);
        await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', CRD);
        await eventually(
          'the new kind to be served',
          async () => (await status('/apis/example.com/v1/things')) === 200,
        );
      },
    });
  });
  afterAll(async () => await plane?.stop());

  test('reports the version that it was built for', () => expect(plane.version).toMatch(/^v1\.\d+\.\d+/));

  test('a Deployment rolls out, and its garbage is collected', async () => {
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
    };
    await create('/apis/apps/v1/namespaces/default/deployments', deployment);
    const replicaSets = '/apis/apps/v1/namespaces/default/replicasets?labelSelector=app%3Dweb';
    const pods = '/api/v1/namespaces/default/pods?labelSelector=app%3Dweb';
    await eventually('two Pods', async () => (await count(pods)) === 2 && (await count(replicaSets)) === 1);
    expect(await remove('/apis/apps/v1/namespaces/default/deployments/web')).toBe(200);
    await eventually('no Pods', async () => (await count(pods)) === 0 && (await count(replicaSets)) === 0);
  });

  test('garbage of a kind that was installed before the controllers is collected at once', async () => {
    const thing = await create('/apis/example.com/v1/namespaces/default/things', {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'owner' },
    });
    const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Thing', name: 'owner', uid: thing.metadata.uid }];
    await create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'owned', ownerReferences } });
    expect(await remove('/apis/example.com/v1/namespaces/default/things/owner')).toBe(200);
    await eventually('no ConfigMap', async () => (await status('/api/v1/namespaces/default/configmaps/owned')) === 404);
  });

  test('a ServiceAccount has the permissions of its role', async () => {
    await create('/api/v1/namespaces', { metadata: { name: 'operators' } });
    await create('/api/v1/namespaces/operators/serviceaccounts', { metadata: { name: 'operator' } });
    const account = { namespace: 'operators', name: 'operator' };
    const operator = as(plane, await plane.tokenFor(account));
    const pods = '/api/v1/namespaces/operators/pods';
    // The server knows a new account a little later.
    await eventually('the account to be known', async () => (await operator('GET', pods)).status === 403);
    expect((await operator('GET', pods)).body).toContain('system:serviceaccount:operators:operator');
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/operators';
    await create(`${rbac}/roles`, {
      metadata: { name: 'operator' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
    });
    await create(`${rbac}/rolebindings`, {
      metadata: { name: 'operator' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'operator' },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    });
    await eventually('the role to be in force', async () => (await operator('GET', pods)).status === 200);
    expect((await operator('GET', '/api/v1/namespaces/operators/secrets')).status).toBe(403);
    await expect(plane.tokenFor({ namespace: 'operators', name: 'nobody' })).rejects.toMatchObject({
      code: 'KB_REQUEST_FAILED',
      message: expect.stringContaining('serviceaccounts "nobody" not found'),
    });
  });

  test('kubeconfigs for other users have their token, or impersonate them', async () => {
    const own = readFileSync(
      await plane.kubeconfigFor({ serviceAccount: { namespace: 'default', name: 'default' } }),
      'utf8',
    );
    expect(own).not.toContain(plane.adminToken);
    const impersonating = readFileSync(
      await plane.kubeconfigFor({ impersonate: { user: 'jane', groups: ['devs'] } }),
      'utf8',
    );
    expect(impersonating).toContain('as: "jane"');
  });

  test('a namespace terminates', async () => {
    await create('/api/v1/namespaces', { metadata: { name: 'gone' } });
    await create('/api/v1/namespaces/gone/configmaps', { metadata: { name: 'inside' } });
    expect(await remove('/api/v1/namespaces/gone')).toBe(200);
    await eventually('no namespace', async () => (await status('/api/v1/namespaces/gone')) === 404);
  });

  test('stop leaves no process and no file', async () => {
    await plane.stop();
    await Promise.all(plane.components.map((component) => component.exited));
    expect(plane.components.map((component) => [component.name, component.exit?.signal])).toEqual([
      ['etcd', 'SIGKILL'],
      ['kube-apiserver', 'SIGKILL'],
      ['kube-controller-manager', 'SIGKILL'],
    ]);
    expect(existsSync(plane.directory)).toBe(false);
  });
});
