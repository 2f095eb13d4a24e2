import assert from 'node:assert/strict';
import path from 'node:path';
import { deployments } from '@kb/kubernetes/apps/v1';
import { runProgram } from '../kubebuilder/run-kb.ts';
import type { Cluster } from './clusters.ts';
import { type DeployedOperator, startDeployedOperator } from './deployed-operator.ts';
import { kb } from './make-project.ts';
import { startCertManager } from './stand-in-cert-manager.ts';
import type { Tutorial } from './tutorial.ts';

/** Where a tutorial is deployed. */
export interface DeploymentPlace {
  readonly project: string;
  /** A folder for what the deployment needs on this machine. */
  readonly folder: string;
  readonly cluster: Cluster;
}

interface Step {
  readonly name: string;
  run(): Promise<void>;
}

/** The steps of a deployment, in order. A caller that stops early still ends the operator. */
export async function* deploymentSteps(
  { name, webhooks, steps }: Tutorial,
  { project, folder, cluster }: DeploymentPlace,
): AsyncGenerator<Step> {
  const { client, kubeconfig } = cluster;
  const env = { KUBECONFIG: kubeconfig };
  const namespace = `${name}-system`;
  const deployment = { namespace, name: `${name}-controller-manager` };
  let operator: DeployedOperator | undefined;
  const stopCertManager = webhooks ? await startCertManager(client) : undefined;
  try {
    yield {
      name: 'kb deploy applies config/default, and its Deployment becomes available',
      async run() {
        const said = await kb(project, ['deploy', '--image', `example.com/${name}:v1`], env);
        assert.match(said, new RegExp(`deployment.apps/${deployment.name} created`));
        const { status } = await client.get(deployments, deployment);
        assert.equal(status?.availableReplicas, 1);
      },
    };
    yield {
      name: 'dist/install.yaml says the same: applying it changes nothing',
      async run() {
        await kb(project, ['build-installer', '--image', `example.com/${name}:v1`]);
        const file = path.join(project, 'dist/install.yaml');
        const said = await runProgram('kubectl', ['diff', '--server-side', '--field-manager=kb', '-f', file], project, {
          ...process.env,
          ...env,
        });
        assert.equal(said, '');
      },
    };
    yield {
      name: 'the operator becomes ready, as its Deployment starts it',
      async run() {
        operator = await startDeployedOperator({ cluster, project, deployment, folder });
        if (webhooks)
          await cluster.serve({ namespace, name: `${name}-webhook-service` }, operator.ports.get(9443) ?? 0);
      },
    };
    for (const step of steps) {
      yield {
        name: step.name,
        async run() {
          try {
            await step.run({ client, project, projectName: name });
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            throw new Error(`${message}\nthe operator said last:\n${operator?.lastLines() ?? ''}`, { cause: error });
          }
        },
      };
    }
  } finally {
    await operator?.stop();
    await stopCertManager?.();
  }
}
