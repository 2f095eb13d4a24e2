import assert from 'node:assert/strict';
import path from 'node:path';
import { deployments } from '@kb/kubernetes/apps/v1';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { eventually } from '../patience.ts';
import type { Cluster } from './clusters.ts';
import { type DeployedOperator, startDeployedOperator } from './deployed-operator.ts';
import { type Applied, changeRelease, installChart, type Step } from './chart-steps.ts';
import { runEndToEndTests } from './end-to-end.ts';
import { kb } from './make-project.ts';
import { startCertManager } from './stand-in-cert-manager.ts';
import type { Tutorial } from './tutorial.ts';

/** Where a tutorial is deployed. */
export interface DeploymentPlace {
  readonly project: string;
  /** A folder for what the deployment needs on this machine. */
  readonly folder: string;
  readonly cluster: Cluster;
  /** The path of helm, for the way `dist/chart`. */
  readonly helm?: string;
}

/**
 * How a project gets into a cluster: by `kb deploy`, with certificates of cert-manager; by helm, from `dist/chart`; or
 * by `kubectl apply` of `dist/install.yaml`. With the last two the operator makes its certificates itself.
 */
export type DeploymentWay = 'kb deploy' | 'dist/chart' | 'dist/install.yaml';

/** The steps of a deployment, in order. A caller that stops early still ends the operator. */
export async function* deploymentSteps(
  { name, webhooks, steps }: Tutorial,
  { project, folder, cluster, helm = 'helm' }: DeploymentPlace,
  way: DeploymentWay,
): AsyncGenerator<Step> {
  const { client, kubeconfig } = cluster;
  const namespace = `${name}-system`;
  const deployment = { namespace, name: `${name}-controller-manager` };
  let operator: DeployedOperator | undefined;
  const stopCertManager = webhooks && way === 'kb deploy' ? await startCertManager(client) : undefined;
  const applied = { project, client, env: { KUBECONFIG: kubeconfig }, deployment, image: `example.com/${name}:v1` };
  try {
    yield* way === 'kb deploy'
      ? deploySteps(applied)
      : way === 'dist/chart'
        ? installChart({ ...applied, helm }, webhooks)
        : installerSteps(applied, webhooks);
    yield {
      name: 'the operator becomes ready, as its Deployment starts it',
      async run() {
        operator = await startDeployedOperator({ cluster, project, deployment, folder });
        if (webhooks)
          await cluster.serve({ namespace, name: `${name}-webhook-service` }, operator.ports.get(9443) ?? 0);
      },
    };
    if (way === 'kb deploy')
      yield {
        name: 'the tests of the deployed operator pass, which the project has',
        async run() {
          if (operator !== undefined) await runEndToEndTests(project, cluster, operator);
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
    if (way !== 'dist/chart') return;
    await operator?.stop();
    yield* changeRelease({ ...applied, helm });
  } finally {
    await operator?.stop();
    await stopCertManager?.();
  }
}

function* deploySteps({ project, client, env, deployment, image }: Applied): Generator<Step> {
  yield {
    name: 'kb deploy applies config/default, and its Deployment becomes available',
    async run() {
      const said = await kb(project, ['deploy', '--image', image], env);
      assert.match(said, new RegExp(`deployment.apps/${deployment.name} created`));
      const { status } = await client.get(deployments, deployment);
      assert.equal(status?.availableReplicas, 1);
    },
  };
  yield {
    name: 'dist/install.yaml says the same: applying it changes nothing',
    async run() {
      await kb(project, ['build-installer', '--image', image]);
      const said = await kubectl(project, env, ['diff', '--server-side', '--field-manager=kb', ...installer(project)]);
      assert.equal(said, '');
    },
  };
}

function* installerSteps({ project, client, env, deployment, image }: Applied, webhooks: boolean): Generator<Step> {
  if (webhooks)
    yield {
      name: 'kb edit exchanges cert-manager for certificates of the operator itself',
      run: async () => void (await kb(project, ['edit', '--with', 'own-certificates', '--without', 'cert-manager'])),
    };
  yield {
    name: 'kubectl applies dist/install.yaml, and its Deployment becomes available',
    async run() {
      await kb(project, ['build-installer', '--image', image]);
      await kubectl(project, env, ['apply', '--server-side', ...installer(project)]);
      await eventually(async () => {
        const { status } = await client.get(deployments, deployment);
        assert.equal(status?.availableReplicas, 1);
      });
    },
  };
}

function installer(project: string): string[] {
  return ['-f', path.join(project, 'dist/install.yaml')];
}

function kubectl(project: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  return runProgram('kubectl', args, project, { ...process.env, ...env });
}
