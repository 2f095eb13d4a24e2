import assert from 'node:assert/strict';
import { appServices } from '@appservice/client/batch/v1alpha1';
import { findCondition, type OwnerReference } from '@kb/apimachinery';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { events } from '@kb/kubernetes/events/v1';
import type { TestEnvironment } from '@kb/testing';
import { controllers } from '../controllers.ts';
import { type App, appOf } from './app.ts';
import type { Scenario } from './scenario.ts';

/** Deployments with the name of an AppService that it does not own. */
export const foreignScenarios: readonly Scenario[] = [
  {
    name: 'a Deployment with another controller is not taken over, which the status reports, until it goes',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'controlled');
      const owner = await env.client.create(configMaps, { metadata: { name: 'its-owner', namespace: env.namespace } });
      const reference = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'its-owner',
        uid: owner.metadata.uid,
        controller: true,
      };
      await isLeftAlone(env, app, [reference], 'KB_ALREADY_CONTROLLED', /already controlled by ConfigMap its-owner/);
      await env.client.delete(deployments, app.key);
      await app.isAvailable(1);
    },
  },
  {
    name: 'a Deployment without a controller that another client made is not taken over',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'uncontrolled');
      await isLeftAlone(env, app, [], 'KB_NOT_CONTROLLED', /was not made by this controller/);
      await env.client.delete(deployments, app.key);
      await app.isAvailable(1);
    },
  },
  {
    name: 'the condition reports what the API server refuses',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'refused');
      await app.create({ image: 'nginx:1', ports: [{ name: 'NOT A NAME', port: 80, protocol: 'TCP' }] });
      await says(env, app, 'Refused', /Invalid value: "NOT A NAME"/);
      await app.patch({ ports: null });
      await app.isAvailable(1);
    },
  },
];

async function isLeftAlone(
  env: TestEnvironment,
  app: App,
  owners: OwnerReference[],
  reason: string,
  message: RegExp,
): Promise<void> {
  const labels = { app: 'somebody-elses' };
  const theirs = await env.client.create(deployments, {
    metadata: { ...app.key, ownerReferences: owners },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'theirs', image: 'theirs:1' }] } },
    },
  });
  await app.create({ image: 'nginx:1' });
  await says(env, app, reason, message);
  await env.advance(2000);
  assert.deepEqual(essence(await app.deployment()), essence(theirs));
  assert.equal((await app.read()).status?.availableReplicas, 0);
}

/** Resolves when the condition and a Warning give the reason for the missing children. */
async function says(env: TestEnvironment, app: App, reason: string, message: RegExp): Promise<void> {
  await env.eventually(async () => {
    const { status } = await env.client.get(appServices, app.key);
    const condition = findCondition(status?.conditions, 'Available');
    assert.deepEqual([condition?.status, condition?.reason], ['False', reason]);
    assert.match(condition?.message ?? '', message);
    const { items } = await env.client.list(events, { namespace: env.namespace });
    const warnings = items.filter(({ regarding, type }) => regarding?.name === app.name && type === 'Warning');
    assert.deepEqual(
      warnings.map((warning) => [warning.reason, warning.regarding?.kind]),
      [[reason, 'AppService']],
    );
  });
}

function essence({ spec, metadata }: Deployment): object {
  return { spec, owners: metadata.ownerReferences, uid: metadata.uid, labels: metadata.labels };
}
