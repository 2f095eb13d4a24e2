import { join } from 'node:path';
import { namespaces, serviceAccounts } from '@kb/kubernetes/core/v1';
import { roleBindings, roles } from '@kb/kubernetes/rbac/v1';
import { installManifests } from '@kb/cli/dev';
import type { Browser } from 'playwright-core';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { runCases, type Suite, type SuiteResult } from '../suite.ts';
import { accountKubeconfig } from '../targets/account-kubeconfig.ts';
import type { Target } from '../targets/target.ts';
import { openDashboard } from './open-dashboard.ts';
import type { Scene } from './scene.ts';
import { editingScenes } from './editing-scenes.ts';
import { rightsScenes } from './rights-scenes.ts';
import { watchingScenes } from './watching-scenes.ts';
import { gadgetDefinition } from './gadgets.ts';

const scenes: readonly Scene[] = [...watchingScenes, ...editingScenes, ...rightsScenes];

/** Uses the page of `kb dashboard` in Chromium, as an administrator, and as an account that may do little. */
export const dashboardSuite: Suite = {
  name: 'dashboard',
  live: true,
  async run(target, only) {
    const { chromePath, launchChromium } =
      await import('../../../../packages/dashboard/test/browser/test-support/chromium.ts');
    if (chromePath === undefined)
      return { skipped: 'it needs Chromium: install it, or set CHROME_PATH to its program' };
    await installManifests(target.client, [gadgetDefinition]);
    const browser = await launchChromium();
    try {
      return await playScenes(browser, target, only);
    } finally {
      await browser.close();
    }
  },
};

async function playScenes(
  browser: Browser,
  target: Target,
  only: ReadonlySet<string> | undefined,
): Promise<SuiteResult> {
  using folder = temporaryFolder();
  const { client } = target;
  const { metadata } = await client.create(namespaces, { metadata: { generateName: 'dashboard-' } });
  const namespace = metadata.name;
  const few = await fewRights(target, namespace, join(folder.path, 'few-rights'));
  const [admin, guest] = await Promise.all([openDashboard(browser, target.kubeconfig), openDashboard(browser, few)]);
  try {
    const result = await runCases(
      scenes.filter(({ name }) => only?.has(name) ?? true),
      ({ name }) => name,
      (scene) => scene.run({ target, client, namespace, admin, guest }),
    );
    const message = [...admin.problems(), ...guest.problems()].join('\n');
    const problems = message === '' ? [] : [{ name: 'pages without errors', message }];
    return { total: result.total + 1, failures: [...result.failures, ...problems] };
  } finally {
    await Promise.all([admin.stop(), guest.stop()]);
  }
}

const GUEST = 'guest';

/** Makes an account that may only read ConfigMaps and Gadgets of a namespace. Returns its kubeconfig. */
async function fewRights(target: Target, namespace: string, file: string): Promise<string> {
  const { client } = target;
  const metadata = { name: GUEST, namespace };
  await client.create(serviceAccounts, { metadata });
  const verbs = ['get', 'list', 'watch'];
  await client.create(roles, {
    metadata,
    rules: [
      { apiGroups: [''], resources: ['configmaps'], verbs },
      { apiGroups: ['lab.example.com'], resources: ['gadgets'], verbs },
    ],
  });
  await client.create(roleBindings, {
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: GUEST },
    subjects: [{ kind: 'ServiceAccount', ...metadata }],
  });
  return accountKubeconfig(target, metadata, file);
}
