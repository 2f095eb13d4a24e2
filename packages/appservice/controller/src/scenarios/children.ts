import assert from 'node:assert/strict';
import { deployments } from '@kb/kubernetes/apps/v1';
import { services } from '@kb/kubernetes/core/v1';
import { events } from '@kb/kubernetes/events/v1';
import type { TestEnvironment } from '@kb/testing';
import { controllers } from '../controllers.ts';
import { appOf } from './app.ts';
import type { Scenario } from './scenario.ts';

const port = { name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 };

/** The children of an AppService, and its status. */
export const childScenarios: readonly Scenario[] = [
  {
    name: 'makes a Deployment and a Service, and reports them',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'made');
      const made = await app.create({
        image: 'nginx:1',
        replicas: 2,
        ports: [port],
        envs: [{ name: 'MODE', value: 'a' }],
      });
      await app.isAvailable(2);
      const deployment = await app.deployment();
      assert.equal(deployment.spec.replicas, 2);
      const [container] = deployment.spec.template.spec?.containers ?? [];
      assert.equal(container?.image, 'nginx:1');
      assert.deepEqual(container?.env, [{ name: 'MODE', value: 'a' }]);
      assert.deepEqual(container?.ports, [{ containerPort: 8080, protocol: 'TCP' }]);
      const service = await app.service();
      assert.deepEqual(service.spec?.ports, [port]);
      for (const child of [deployment, service]) {
        assert.deepEqual(
          child.metadata.ownerReferences?.map(({ uid, controller }) => ({ uid, controller })),
          [{ uid: made.metadata.uid, controller: true }],
        );
        assert.deepEqual(
          Object.keys(child.metadata.annotations ?? {}).filter((key) => key.includes('last')),
          [],
        );
      }
      assert.match((await app.read()).status?.selector ?? '', /app\.kubernetes\.io\/instance=made/);
      await sawEvents(env, 'made', ['Created', 'Created']);
    },
  },
  {
    name: 'follows the spec; the Service keeps its cluster IP and node ports',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'followed');
      await app.create({
        image: 'nginx:1',
        replicas: 1,
        ports: [{ ...port, nodePort: 30_080 }],
        envs: [{ name: 'MODE', value: 'a' }],
      });
      await app.isAvailable(1);
      const before = await app.service();
      assert.equal(before.spec?.ports?.[0]?.nodePort, 30_080);
      const metrics = { name: 'metrics', port: 9090, protocol: 'TCP' };
      await app.patch({ image: 'nginx:2', replicas: 3, envs: null, ports: [{ ...port, nodePort: 30_080 }, metrics] });
      await app.isAvailable(3);
      const [container] = (await app.deployment()).spec.template.spec?.containers ?? [];
      assert.equal(container?.image, 'nginx:2');
      assert.equal(container?.env, undefined);
      const between = await app.service();
      assert.equal(between.spec?.ports?.length, 2);
      const given = between.spec?.ports?.[1]?.nodePort;
      assert.ok(given, 'a node port was allocated');
      await app.patch({ image: 'nginx:3' });
      await app.isAvailable(3);
      const after = await app.service();
      assert.equal(after.spec?.clusterIP, before.spec?.clusterIP);
      assert.deepEqual(
        after.spec?.ports?.map(({ nodePort }) => nodePort),
        [30_080, given],
      );
      assert.equal(after.metadata.uid, before.metadata.uid);
    },
  },
  {
    name: 'has a Service only while there are ports',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'ports');
      await app.create({ image: 'nginx:1' });
      await app.isAvailable(1);
      await app.isGone(services);
      await app.patch({ ports: [port] });
      await env.eventually(() => app.service());
      await app.patch({ ports: null });
      await app.isGone(services);
      await app.isAvailable(1);
    },
  },
  {
    name: 'makes deleted children again',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'deleted');
      await app.create({ image: 'nginx:1', ports: [port] });
      await app.isAvailable(1);
      const [deployment, service] = await Promise.all([app.deployment(), app.service()]);
      await env.client.delete(services, app.key);
      await env.client.delete(deployments, app.key);
      await env.eventually(async () => {
        assert.notEqual((await app.service()).metadata.uid, service.metadata.uid);
        assert.notEqual((await app.deployment()).metadata.uid, deployment.metadata.uid);
      });
      await app.isAvailable(1);
    },
  },
  {
    name: 'reverts changes to its own fields, and keeps changes to other fields',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'changed');
      await app.create({ image: 'nginx:1', replicas: 2, ports: [port] });
      await app.isAvailable(2);
      await env.client
        .subresource(deployments, 'scale')
        .patch(app.key, { type: 'merge', value: { spec: { replicas: 5 } } });
      const theirs = { metadata: { annotations: { theirs: 'yes' } }, spec: { minReadySeconds: 1 } };
      await env.client.patch(deployments, app.key, { type: 'merge', value: theirs });
      await env.client.patch(services, app.key, {
        type: 'merge',
        value: { spec: { selector: { 'app.kubernetes.io/name': 'wrong' } } },
      });
      await env.eventually(async () => {
        const { spec, metadata } = await app.deployment();
        assert.deepEqual([spec.replicas, spec.minReadySeconds, metadata.annotations?.theirs], [2, 1, 'yes']);
        assert.equal((await app.service()).spec?.selector?.['app.kubernetes.io/name'], 'appservice');
      });
      await app.isAvailable(2);
      await sawEvents(env, 'changed', ['Created', 'Created', 'Repaired', 'Repaired']);
    },
  },
  {
    name: 'does nothing for an AppService that is being deleted; its children are collected',
    async run(env) {
      await env.startOperator(controllers);
      const app = appOf(env, 'gone');
      await app.create({ image: 'nginx:1', ports: [port] });
      await app.isAvailable(1);
      await app.remove();
      await app.isGone(deployments);
      await app.isGone(services);
      await env.advance(2000);
      await app.isGone(deployments);
    },
  },
];

/** Resolves when Events about an AppService have these reasons, at least. */
async function sawEvents(
  { client, namespace, eventually }: TestEnvironment,
  name: string,
  reasons: readonly string[],
): Promise<void> {
  await eventually(async () => {
    const { items } = await client.list(events, { namespace });
    const about = items.filter(({ regarding }) => regarding?.kind === 'AppService' && regarding.name === name);
    const said = about.flatMap(({ reason, series }) => Array.from({ length: series?.count ?? 1 }, () => reason ?? ''));
    for (const reason of new Set(reasons)) {
      const wanted = reasons.filter((each) => each === reason).length;
      assert.ok(
        said.filter((each) => each === reason).length >= wanted,
        `${wanted} Events ${reason}; there are: ${said.join(', ')}`,
      );
    }
  });
}
