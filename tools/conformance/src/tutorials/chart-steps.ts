import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { deployments } from '@kb/kubernetes/apps/v1';
import { services } from '@kb/kubernetes/core/v1';
import { runProgram } from '../kubebuilder/run-kb.ts';
import type { Cluster } from './clusters.ts';
import { kb } from './make-project.ts';
import type { ServiceName } from './webhook-callers.ts';

/** A step of a deployment. */
export interface Step {
  readonly name: string;
  run(): Promise<void>;
}

/** What is applied, and where. */
export interface Applied {
  readonly project: string;
  readonly client: Cluster['client'];
  readonly env: NodeJS.ProcessEnv;
  readonly deployment: ServiceName;
  readonly image: string;
}

/** What helm installs, and where. */
interface Released extends Applied {
  /** The path of helm. */
  readonly helm: string;
}

/** The steps by which the chart of a project is made and installed. */
export function* installChart(released: Released, webhooks: boolean): Generator<Step> {
  const { project, client, deployment, image } = released;
  yield {
    name: 'kb build-chart makes the chart, and helm has nothing to say against it',
    async run() {
      await kb(project, ['build-chart']);
      await kb(project, ['build-chart', '--check']);
      await helm(released, ['lint', '--strict', 'dist/chart']);
    },
  };
  yield {
    name: 'helm installs the chart, and its Deployment becomes available',
    async run() {
      // The values take what an edit of config/default takes elsewhere.
      const certificates = webhooks ? ['--set', 'certManager.enabled=false,ownCertificates.enabled=true'] : [];
      const values = ['--set-string', `manager.image.reference=${image}`, ...certificates];
      const said = await helm(released, [
        'install',
        ...releaseOf(released),
        ...values,
        ...waiting,
        '--create-namespace',
      ]);
      assert.match(said, /^STATUS: deployed$/m);
      const { status } = await client.get(deployments, deployment);
      assert.equal(status?.availableReplicas, 1);
    },
  };
}

/** What happens to a release later: an upgrade, and its end. */
export function* changeRelease(released: Released): Generator<Step> {
  const { client, deployment } = released;
  yield {
    name: 'helm upgrades the release with another value',
    async run() {
      // The suite made the Service lead to this machine, with other ports: helm creates it again.
      const service = { namespace: deployment.namespace, name: `${releaseName(released)}-webhook-service` };
      await client.delete(services, service).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      const values = ['--reuse-values', '--set', 'manager.replicas=2'];
      await helm(released, ['upgrade', ...releaseOf(released), ...values, ...waiting]);
      const { status } = await client.get(deployments, deployment);
      assert.equal(status?.availableReplicas, 2);
    },
  };
  yield {
    name: 'helm uninstalls the release, and its kinds stay',
    async run() {
      const before = await namesOfDefinitions(released);
      const place = ['--namespace', deployment.namespace];
      await helm(released, ['uninstall', releaseName(released), ...place, ...waiting]);
      await assert.rejects(client.get(deployments, deployment), isNotFound);
      assert.notEqual(before.length, 0);
      assert.deepEqual(await namesOfDefinitions(released), before);
    },
  };
}

const waiting = ['--wait', '--timeout', '2m'];

function releaseOf(released: Released): string[] {
  return [releaseName(released), 'dist/chart', '--namespace', released.deployment.namespace];
}

function releaseName({ deployment: { name } }: Released): string {
  return name.replace(/-controller-manager$/, '');
}

async function namesOfDefinitions({ client }: Released): Promise<string[]> {
  return (await client.list(customResourceDefinitions)).items.map(({ metadata }) => metadata.name).toSorted();
}

function helm({ helm: program, project, env }: Released, args: readonly string[]): Promise<string> {
  return runProgram(program, args, project, { ...process.env, ...env });
}
