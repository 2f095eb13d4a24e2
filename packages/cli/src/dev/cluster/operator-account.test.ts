import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { openProject } from '../../open-project.ts';
import { testFolder } from '../../test-support/run-kb.ts';
import type { DevEvent } from '../events/dev-event.ts';
import { readOperatorAccount } from './operator-account.ts';

test('a request that the role of the project does not allow is printed once, with the marker to write', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com', '--project-name', 'demo');
  const events: DevEvent[] = [];
  const account = await readOperatorAccount(
    openProject({ cwd: folder.path, env: {} }),
    (event) => void events.push(event),
  );
  if (!account) throw new Error('the project has no account');
  expect(account.user).toBe('system:serviceaccount:demo-system:demo-controller-manager');

  const clock = createVirtualClock();
  const api = createApiServer({ clock, authorizationMode: 'RBAC', audit: account.audit });
  await account.install(createClient({ transport: api.transport, clock }));
  const operator = createClient({ transport: api.transportFor({ name: account.user }), clock });
  const refused = { status: { code: 403 } };
  await expect(operator.list(configMaps, { namespace: 'default' })).rejects.toMatchObject(refused);
  await expect(operator.list(configMaps, { namespace: 'default' })).rejects.toMatchObject(refused);
  expect(events).toEqual([
    {
      event: 'request-refused',
      request: 'list configmaps in default',
      granted: false,
      advice: ['// +kubebuilder:rbac:groups="",resources=configmaps,verbs=list;watch'],
    },
  ]);
  expect(account.refusals).toEqual(['list configmaps in default']);
  await account.refused;
  await api.stop();
});

test('a project without a ServiceAccount has no account for its operator', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com', '--project-name', 'demo');
  const list = folder.read('config/rbac/kustomization.yaml');
  folder.write('config/rbac/kustomization.yaml', list.replace('- service_account.yaml\n', ''));
  const account = await readOperatorAccount(openProject({ cwd: folder.path, env: {} }), () => undefined);
  expect(account).toBeUndefined();
});

test('the ServiceAccount may be in any file, and one that is listed must exist', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com', '--project-name', 'demo');
  const list = folder.read('config/rbac/kustomization.yaml');
  folder.write('config/rbac/account.yaml', folder.read('config/rbac/service_account.yaml'));
  folder.remove('config/rbac/service_account.yaml');
  const read = (): ReturnType<typeof readOperatorAccount> =>
    readOperatorAccount(openProject({ cwd: folder.path, env: {} }), () => undefined);
  await expect(read()).rejects.toMatchObject({
    code: 'KB_RBAC_FILE_INVALID',
    message: expect.stringContaining('service_account.yaml: no such file') as string,
  });
  folder.write('config/rbac/kustomization.yaml', list.replace('service_account', 'account'));
  expect((await read())?.user).toBe('system:serviceaccount:demo-system:demo-controller-manager');
});
