import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appServices } from '@appservice/client/batch/v1alpha1';
import type { Client } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { services } from '@kb/kubernetes/core/v1';
import { type OperatorProcess, startOperator } from '@kb/cli/dev';
import { eventually } from '../patience.ts';
import { runCases, type Suite } from '../suite.ts';
import { startCountingProxy } from '../targets/counting-proxy.ts';
import { repositoryRoot } from '../targets/repository.ts';

/**
 * The minimum number of writes of a change: Deployment, Service and status. Later ones (Events, more statuses) may not
 * happen; then the operator is killed at the end.
 */
const SURE_WRITES = 3;
const writes = [1, 2, 3, 4, 5, 6];
const cases = ['create', 'update'].flatMap((change) => writes.map((write) => ({ change, write })));

/**
 * Runs the operator as a process and kills it with SIGKILL after the API server has done the Nth write of a change,
 * before the operator gets the response. Then starts it again.
 */
export const killedSuite: Suite = {
  name: 'the sample operator killed after each write',
  run: ({ client, transport }) =>
    runCases(
      cases,
      ({ change, write }) => `${change}, killed after write ${write}`,
      async ({ change, write }) => {
        const folder = mkdtempSync(join(tmpdir(), 'kb-killed-'));
        let victim: OperatorProcess | undefined;
        let killed: Promise<void> | undefined;
        let armedFrom = Number.POSITIVE_INFINITY;
        const proxy = await startCountingProxy(transport, (count) => {
          if (count === armedFrom + write) killed = victim?.kill();
        });
        const start = (): OperatorProcess => startOperatorOn(proxy.url, folder);
        const name = `killed-${change}-${write}`;
        try {
          victim = start();
          if (change === 'update') {
            await create(client, name, 1);
            await eventually(() => checkChildren(client, name, 1));
          }
          armedFrom = proxy.writes;
          if (change === 'update') await update(client, name, 2);
          else await create(client, name, 2);
          await eventually(async () => {
            if (killed) return;
            await checkChildren(client, name, 2);
            // The server does a write before the proxy counts it, so the change can be complete before the kill: check
            // again.
            assert.ok(
              write > SURE_WRITES,
              `the change is complete, but the operator was not killed after write ${write}`,
            );
          });
          await (killed ?? victim.kill());
          victim = start();
          await eventually(() => checkChildren(client, name, 2));
        } finally {
          await victim?.kill();
          await proxy.close();
          await client.delete(appServices, `default/${name}`).catch(() => undefined);
          rmSync(folder, { recursive: true, force: true });
        }
      },
    ),
};

function startOperatorOn(url: string, folder: string): OperatorProcess {
  const kubeconfig = join(folder, 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'proxy', cluster: { server: url } }],
    users: [{ name: 'operator', user: {} }],
    contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'operator' } }],
    'current-context': 'proxy',
  };
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  const main = `${repositoryRoot}packages/appservice/controller/src/main.ts`;
  return startOperator({ main, cwd: repositoryRoot, kubeconfig, onLine: () => undefined });
}

async function create(client: Client, name: string, replicas: number): Promise<void> {
  const spec = { image: `nginx:${replicas}`, replicas, ports: [{ port: 8000 + replicas, protocol: 'TCP' as const }] };
  await client.create(appServices, { metadata: { name, namespace: 'default' }, spec });
}

async function update(client: Client, name: string, replicas: number): Promise<void> {
  const spec = { image: `nginx:${replicas}`, replicas, ports: [{ port: 8000 + replicas, protocol: 'TCP' }] };
  await client.patch(appServices, `default/${name}`, { type: 'merge', value: { spec } });
}

/** Rejects unless the children and the status match the change. */
async function checkChildren(client: Client, name: string, replicas: number): Promise<void> {
  const key = `default/${name}`;
  const [app, deployment, service] = await Promise.all([
    client.get(appServices, key),
    client.get(deployments, key),
    client.get(services, key),
  ]);
  assert.equal(deployment.spec.replicas, replicas);
  assert.equal(deployment.spec.template.spec?.containers[0]?.image, `nginx:${replicas}`);
  assert.deepEqual(
    service.spec.ports?.map(({ port }) => port),
    [8000 + replicas],
  );
  assert.equal(deployment.metadata.ownerReferences?.[0]?.uid, app.metadata.uid);
  assert.equal(service.metadata.ownerReferences?.[0]?.uid, app.metadata.uid);
  assert.equal(app.status?.availableReplicas, replicas);
  assert.equal(app.status.observedGeneration, app.metadata.generation);
}
