import type { BenchServer } from '../bench-server.ts';
import { type Load, openLoad } from '../load.ts';
import { admissionPolicies, DENIED, mutatedLabels, parameters, validatingNames } from './admission-policies.ts';
import { webhookConfigurations } from './webhook-configurations.ts';
import type { WebhookAddress } from './webhook-address.ts';

/** How long a server may take until it enforces everything, in milliseconds. */
const PATIENCE_MS = 60_000;
const INTERVAL_MS = 100;
const RBAC = 'rbac.authorization.k8s.io';
const NAMESPACE = 'default';
const ACCOUNT = 'bench';

/**
 * Gives a server what a production server has: a ServiceAccount with a role, one mutating and one validating webhook,
 * and ten admission policies. Resolves when all of it is enforced, with access for the ServiceAccount.
 */
export async function guardServer(server: BenchServer, webhooks: WebhookAddress): Promise<BenchServer> {
  const admin = openLoad(server, 1);
  try {
    for (const [path, object] of objectsOf(webhooks))
      await admin.request({ method: 'POST', path, body: JSON.stringify(object) });
    const guarded = { ...server, headers: { authorization: `Bearer ${await tokenFor(admin)}` } };
    const account = openLoad(guarded, 1);
    try {
      await untilEnforced(account);
    } finally {
      await account.close();
    }
    return guarded;
  } finally {
    await admin.close();
  }
}

function objectsOf(webhooks: WebhookAddress): readonly (readonly [path: string, object: object])[] {
  const group = (name: string, namespaced: boolean) => (collection: string) =>
    `/apis/${name}/v1/${namespaced ? `namespaces/${NAMESPACE}/` : ''}${collection}`;
  const rbac = group(RBAC, true);
  const admission = group('admissionregistration.k8s.io', false);
  const object = (apiVersion: string, kind: string, name: string, rest: object = {}): object => ({
    apiVersion,
    kind,
    metadata: { name },
    ...rest,
  });
  const rules = [
    { apiGroups: [''], resources: ['configmaps'] },
    { apiGroups: ['apps'], resources: ['deployments'] },
  ].map((rule) => ({ ...rule, verbs: ['create', 'get', 'list', 'watch', 'update', 'patch', 'delete'] }));
  return [
    ['/api/v1/namespaces', object('v1', 'Namespace', 'guard')],
    ['/api/v1/namespaces/guard/configmaps', parameters],
    [`/api/v1/namespaces/${NAMESPACE}/serviceaccounts`, object('v1', 'ServiceAccount', ACCOUNT)],
    [rbac('roles'), object(`${RBAC}/v1`, 'Role', ACCOUNT, { rules })],
    [
      rbac('rolebindings'),
      object(`${RBAC}/v1`, 'RoleBinding', ACCOUNT, {
        roleRef: { apiGroup: RBAC, kind: 'Role', name: ACCOUNT },
        subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: NAMESPACE }],
      }),
    ],
    ...[...webhookConfigurations(webhooks), ...admissionPolicies].map(
      ([collection, each]) => [admission(collection), each] as const,
    ),
  ];
}

async function tokenFor(admin: Load): Promise<string> {
  const answer = await admin.request({
    method: 'POST',
    path: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${ACCOUNT}/token`,
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  });
  const { status } = JSON.parse(answer) as { status: { token: string } };
  return status.token;
}

/** Waits until each policy denies, both webhooks and the mutating policies change, and the role is the only access. */
async function untilEnforced(load: Load): Promise<void> {
  await until('the role to be enforced', async () => {
    const [own, other] = await Promise.all([tried(load, 'default'), tried(load, 'kube-system')]);
    return !own.includes('Error') && other.includes('403');
  });
  const labels = ['webhook', ...mutatedLabels];
  await until('the labels of the webhook and of the mutating policies', async () => {
    const answer = await tried(load, NAMESPACE);
    return labels.every((label) => answer.includes(`"${label}":`));
  });
  for (const name of validatingNames) {
    await until(`the policy ${name} to be enforced`, async () =>
      (await tried(load, NAMESPACE, { annotations: { [DENIED]: name } })).includes(`the policy ${name} denies it`),
    );
  }
}

/** Creates a ConfigMap without storing it. Resolves with the answer, or with the error as text. */
async function tried(load: Load, namespace: string, metadata: object = {}): Promise<string> {
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'tried', labels: { app: 'tried' }, ...metadata },
  };
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  return load.request({ method: 'POST', path, body: JSON.stringify(body) }).catch(String);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`gave up waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
