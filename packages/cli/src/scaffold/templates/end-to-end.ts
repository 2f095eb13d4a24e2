import { operatorNamespace } from '@kb/codegen';
import { SCOPE } from '../../package-names.ts';
import type { ProjectFacts } from '../project-template.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';

/** The tests of the deployed operator, which `make test-e2e` runs, and their configuration. */
export function endToEndFiles(facts: Pick<ProjectFacts, 'projectName' | 'namespace'>): ScaffoldFile[] {
  return [
    { path: 'vitest.e2e.config.ts', content: configuration, whenThere: 'keep' },
    { path: 'packages/controller/src/e2e/cluster.ts', content: cluster(operatorNamespace(facts)), whenThere: 'keep' },
    { path: 'packages/controller/src/e2e/manager.e2e.ts', content: managerTests(facts.projectName), whenThere: 'keep' },
  ];
}

const configuration = text(`
  import { defineConfig } from 'vitest/config';

  export default defineConfig({
    test: {
      include: ['src/e2e/**/*.e2e.ts'],
      // All of them use one cluster.
      fileParallelism: false,
      testTimeout: 180_000,
      hookTimeout: 600_000,
    },
  });
`);

const cluster = (namespace: string): string =>
  text(`
  // The cluster of the tests, and what they need in it.
  import { spawnSync } from 'node:child_process';
  import { request } from 'node:https';
  import { fileURLToPath } from 'node:url';
  import { createClient, createTransport, forwardPort, loadKubeConfig, systemClock, type Client } from '${SCOPE}/client';
  import { namespaces, pods, serviceAccounts } from '${SCOPE}/kubernetes/core/v1';

  export const namespace = '${namespace}';

  const { E2E_CONTEXT: context = '', E2E_IMAGE: image = '', E2E_METRICS_URL: metricsUrl } = process.env;

  /** A client of the cluster that E2E_CONTEXT names: never by accident that of the current context. */
  export async function connect(): Promise<Client> {
    if (context === '')
      throw new Error('E2E_CONTEXT is not set: no cluster was chosen. Run "make test-e2e", which needs kind and docker.');
    return createClient({ transport: createTransport(await loadKubeConfig({ context })), clock: systemClock });
  }

  /**
   * Deploys the image E2E_IMAGE. Resolves with what undoes it: CRDs and their objects stay. With E2E_METRICS_URL an
   * operator is tested that runs already.
   */
  export async function deploy(client: Client): Promise<() => void> {
    if (metricsUrl !== undefined) return () => undefined;
    if (image === '') throw new Error('E2E_IMAGE is not set: there is no image to deploy. Run "make test-e2e".');
    const { items } = await client.list(namespaces, { fieldSelector: \`metadata.name=\${namespace}\` });
    if (items.length > 0)
      throw new Error(\`\${context} has the namespace \${namespace} already: "npx kb undeploy" removes what is deployed.\`);
    const undeploy = (): void => kb('undeploy');
    try {
      kb('deploy', '--image', image);
    } catch (error) {
      undeploy();
      throw error;
    }
    return undeploy;
  }

  function kb(...words: string[]): void {
    const { status, error } = spawnSync('npx', ['kb', ...words, '--context', context], {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(\`kb \${words.join(' ')} failed\`, { cause: error });
  }

  /** A token of a ServiceAccount in the operator's namespace. */
  export async function tokenOf(client: Client, name: string): Promise<string> {
    const account = client.subresource(serviceAccounts, 'token');
    const { status } = await account.create({ namespace, name }, { spec: { audiences: [], expirationSeconds: 600 } });
    if (status.token === undefined) throw new Error(\`there is no token for \${name}\`);
    return status.token;
  }

  /** What the operator answers who asks for its metrics. */
  export async function metrics(client: Client, token?: string): Promise<{ status: number; body: string }> {
    if (metricsUrl !== undefined) return get(metricsUrl, token);
    const { items } = await client.list(pods, { namespace, labelSelector: 'control-plane=controller-manager' });
    const [pod] = items.filter(({ status }) => status?.phase === 'Running');
    if (pod === undefined) throw new Error(\`no Pod of the operator runs in \${namespace}\`);
    await using forwarded = await forwardPort(client, { namespace, name: pod.metadata.name }, { port: 8443 });
    return await get(\`https://127.0.0.1:\${forwarded.port}/metrics\`, token);
  }

  function get(url: string, token?: string): Promise<{ status: number; body: string }> {
    const headers = token === undefined ? {} : { authorization: \`Bearer \${token}\` };
    return new Promise((resolve, reject) => {
      // The certificate may be one that the operator made for itself.
      const sent = request(url, { headers, rejectUnauthorized: false, agent: false }, (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (body += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.on('error', reject);
      });
      sent.on('error', reject).end();
    });
  }
`);

const managerTests = (projectName: string): string =>
  text(`
  // The deployed operator, in a cluster: "make test-e2e" makes one with kind.
  import { customResourceDefinitions } from '${SCOPE}/kubernetes/apiextensions/v1';
  import {
    mutatingWebhookConfigurations,
    validatingWebhookConfigurations,
  } from '${SCOPE}/kubernetes/admissionregistration/v1';
  import { deployments } from '${SCOPE}/kubernetes/apps/v1';
  import { clusterRoleBindings } from '${SCOPE}/kubernetes/rbac/v1';
  import type { Client } from '${SCOPE}/client';
  import { afterAll, beforeAll, expect, test, vi } from 'vitest';
  import { connect, deploy, metrics, namespace, tokenOf } from './cluster.ts';

  const ACCOUNT = '${projectName}-controller-manager';
  const BINDING = '${projectName}-metrics-e2e';
  const patience = { timeout: 120_000, interval: 500 };

  let client: Client;
  let undeploy: (() => void) | undefined;

  beforeAll(async () => {
    client = await connect();
    undeploy = await deploy(client);
  });

  afterAll(() => undeploy?.());

  test('the operator is available', async () => {
    await vi.waitFor(async () => {
      const { status } = await client.get(deployments, { namespace, name: '${projectName}-controller-manager' });
      expect(status?.availableReplicas ?? 0).toBeGreaterThan(0);
    }, patience);
  });

  test('metrics are for who has a token and the permission', async () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: '${projectName}-metrics-reader' };
    const subjects = [{ kind: 'ServiceAccount', name: ACCOUNT, namespace }];
    await client.apply(clusterRoleBindings, { metadata: { name: BINDING }, roleRef, subjects }, { fieldManager: 'e2e' });
    try {
      const allowed = await tokenOf(client, ACCOUNT);
      await vi.waitFor(async () => {
        const { status, body } = await metrics(client, allowed);
        expect(status).toBe(200);
        expect(body).toContain('controller_runtime_reconcile_total');
      }, patience);
      expect(await metrics(client)).toMatchObject({ status: 401 });
      expect(await metrics(client, await tokenOf(client, 'default'))).toMatchObject({ status: 403 });
    } finally {
      await client.delete(clusterRoleBindings, BINDING);
    }
  });

  test('the API server knows the authority of every webhook', async () => {
    const isOurs = ({ service }: { service?: { namespace?: string } }): boolean => service?.namespace === namespace;
    await vi.waitFor(async () => {
      const configurations = [
        ...(await client.list(mutatingWebhookConfigurations)).items,
        ...(await client.list(validatingWebhookConfigurations)).items,
      ];
      const conversions = (await client.list(customResourceDefinitions)).items.flatMap(
        ({ spec }) => spec.conversion?.webhook?.clientConfig ?? [],
      );
      const called = configurations.flatMap(({ webhooks = [] }) => webhooks.map((one) => one.clientConfig));
      const ours = [...called, ...conversions].filter(isOurs);
      expect(ours.filter(({ caBundle = '' }) => caBundle === '')).toEqual([]);
    }, patience);
  });

  // Create a sample here, and wait for what your operator makes of it.
`);
