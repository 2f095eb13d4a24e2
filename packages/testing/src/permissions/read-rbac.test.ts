import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findRbacFolder } from './find-project.ts';
import { readOperatorRbac, userOf } from './read-rbac.ts';

const at = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

test('the objects of config/rbac have the names and the namespace that config/default gives them', async () => {
  const { account, objects, generatedRules } = await readOperatorRbac(at('config/rbac'));
  expect(userOf(account)).toBe('system:serviceaccount:appservice-system:appservice-controller-manager');
  expect(generatedRules.map(({ resources }) => resources)).toContainEqual(['deployments']);
  const binding = objects.find(({ kind }) => kind === 'RoleBinding');
  expect(binding).toMatchObject({
    metadata: { name: 'appservice-leader-election-rolebinding', namespace: 'appservice-system' },
    roleRef: { kind: 'Role', name: 'appservice-leader-election-role' },
    subjects: [{ kind: 'ServiceAccount', name: 'appservice-controller-manager', namespace: 'appservice-system' }],
  });
});

test('objects keep their names where there is no config/default', async () => {
  const { account } = await readOperatorRbac(at('packages/testing/src/testdata/rbac'));
  expect(account).toEqual({ namespace: 'system', name: 'controller-manager' });
});

test.each([
  ['has no ServiceAccount', at('packages/testing/src/testdata/none'), 'there is no ServiceAccount in it'],
  ['is missing', at('packages/testing/src/testdata/missing'), 'no such file or folder'],
])('a folder that %s is an error', async (_, folder, message) => {
  await expect(readOperatorRbac(folder)).rejects.toMatchObject({
    code: 'KB_RBAC_FILE_INVALID',
    message: expect.stringContaining(message),
  });
});

test('the project of a file is the one whose controllers it is part of', async () => {
  const controller = at('packages/appservice/controller/src/story.test.ts');
  expect(await findRbacFolder(controller)).toBe(at('config/rbac'));
  expect(await findRbacFolder(new URL(`file://${controller}`).href)).toBe(at('config/rbac'));
  expect(await findRbacFolder(at('packages/testing/src/index.ts'))).toBeUndefined();
  expect(await findRbacFolder('/none/test.ts')).toBeUndefined();
});
