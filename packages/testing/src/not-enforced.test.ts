import { clusterRoleBindings, roleBindings } from '@kb/kubernetes/rbac/v1';
import { networkPolicies } from '@kb/kubernetes/networking/v1';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notEnforcedTeller } from './control-plane.ts';
import { createTestEnvironment } from './test-environment.ts';

const lines: unknown[] = [];

beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' };

test('an environment writes one line for each kind in a test file, with how to silence it', async () => {
  for (let run = 0; run < 2; run += 1) {
    await using env = await createTestEnvironment({ controlPlane: 'embedded', workloads: false });
    await env.client.create(clusterRoleBindings, { metadata: { name: 'a' }, roleRef });
  }
  expect(lines).toEqual([
    "Not enforced: ClusterRoleBinding a: the embedded API server stores roles and allows every authenticated user everything. createTestEnvironment({ knownNotEnforced: ['rbac'] }) silences this line.",
  ]);
});

test('an environment is silent about what its test knows', async () => {
  await using env = await createTestEnvironment({
    controlPlane: 'embedded',
    workloads: false,
    knownNotEnforced: ['rbac'],
  });
  await env.client.create(roleBindings, { metadata: { name: 'a', namespace: 'default' }, roleRef });
  expect(lines).toEqual([]);
  await env.client.create(networkPolicies, {
    metadata: { name: 'a', namespace: 'default' },
    spec: { podSelector: {} },
  });
  expect(lines).toHaveLength(2);
});

test('each test file gets its lines, also where files share a process', () => {
  const told = { group: '', kind: 'Thing', reason: 'rbac', object: 'a', message: 'Thing a: stored' } as const;
  for (const file of ['a.test.ts', 'a.test.ts', 'b.test.ts', undefined, undefined]) notEnforcedTeller(file, [])(told);
  expect(lines).toHaveLength(3);
});
