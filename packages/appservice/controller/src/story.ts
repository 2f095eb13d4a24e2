import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { appServices } from '@appservice/client/batch/v1alpha1';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { pods, services } from '@kb/kubernetes/core/v1';
import { events } from '@kb/kubernetes/events/v1';
import { defineStory, type Story, type StoryEnvironment } from '@kb/testing';

const NAMESPACE = 'default';
const WEB = `${NAMESPACE}/story`;
const TAKEN = `${NAMESPACE}/story-taken`;

// The steps that "npm start -- --once" plays and checks on the embedded API server. The conformance tests play them on
// a real control plane too.
export const story: Story = defineStory([
  {
    name: 'create: Deployment and Service are made, Pods run, status.availableReplicas is right',
    async run(environment) {
      const { client, eventually } = environment;
      await client.create(appServices, {
        metadata: { name: 'story', namespace: NAMESPACE },
        spec: { replicas: 2, image: 'nginx:1.29', ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
      });
      await eventually(() => isAvailable(environment, 2));
      await eventually(async () => assert.equal(await readyPods(environment), 2));
      const service = await client.get(services, WEB);
      assert.equal(service.spec?.ports?.[0]?.port, 80);
      assert.ok(service.spec?.clusterIP, 'the Service has a cluster IP');
    },
  },
  {
    name: 'change replicas and image: the Deployment follows, the Service keeps its cluster IP',
    async run(environment) {
      const { client, eventually } = environment;
      const before = await client.get(services, WEB);
      await client.patch(appServices, WEB, { type: 'merge', value: { spec: { replicas: 3, image: 'nginx:1.30' } } });
      await eventually(async () => {
        const deployment = await client.get(deployments, WEB);
        assert.equal(deployment.spec?.replicas, 3);
        assert.equal(imageOf(deployment), 'nginx:1.30');
        await isAvailable(environment, 3);
      });
      const after = await client.get(services, WEB);
      assert.equal(after.metadata.uid, before.metadata.uid);
      assert.equal(after.spec?.clusterIP, before.spec?.clusterIP);
    },
  },
  {
    name: 'delete the Service by hand: it comes back, the Deployment stays the same',
    async run({ client, eventually }) {
      const [service, deployment] = await Promise.all([client.get(services, WEB), client.get(deployments, WEB)]);
      await client.delete(services, WEB);
      await eventually(async () => {
        const back = await client.get(services, WEB);
        assert.notEqual(back.metadata.uid, service.metadata.uid);
        assert.deepEqual(
          back.spec?.ports?.map(({ port }) => port),
          service.spec?.ports?.map(({ port }) => port),
        );
      });
      assert.equal((await client.get(deployments, WEB)).metadata.uid, deployment.metadata.uid);
    },
  },
  {
    name: 'scale the Deployment by hand: it is put right',
    async run(environment) {
      const { client, eventually } = environment;
      await client.subresource(deployments, 'scale').patch(WEB, { type: 'merge', value: { spec: { replicas: 7 } } });
      await eventually(async () => {
        assert.equal((await client.get(deployments, WEB)).spec?.replicas, 3);
        await isAvailable(environment, 3);
      });
    },
  },
  {
    name: 'a Deployment of that name with another controller: not taken over, reported in a condition and an Event',
    async run({ client, eventually }) {
      const owner = await client.get(deployments, WEB);
      await client.create(deployments, {
        metadata: {
          name: 'story-taken',
          namespace: NAMESPACE,
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              kind: 'Deployment',
              name: owner.metadata.name,
              uid: owner.metadata.uid,
              controller: true,
            },
          ],
        },
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: 'story-taken' } },
          template: {
            metadata: { labels: { app: 'story-taken' } },
            spec: { containers: [{ name: 'app', image: 'somebody-elses:1' }] },
          },
        },
      });
      await client.create(appServices, {
        metadata: { name: 'story-taken', namespace: NAMESPACE },
        spec: { image: 'nginx:1.29' },
      });
      await eventually(async () => {
        const { status } = await client.get(appServices, TAKEN);
        const available = status?.conditions?.find(({ type }) => type === 'Available');
        assert.equal(available?.status, 'False');
        assert.match(available?.message ?? '', /controlled by/);
        const { items } = await client.list(events, { namespace: NAMESPACE });
        assert.ok(
          items.some(
            ({ regarding, type }) =>
              regarding?.kind === 'AppService' && regarding.name === 'story-taken' && type === 'Warning',
          ),
        );
      });
      assert.equal(imageOf(await client.get(deployments, TAKEN)), 'somebody-elses:1');
      await client.delete(appServices, TAKEN);
      await client.delete(deployments, TAKEN);
    },
  },
  {
    name: 'delete the AppService: its children are garbage collected',
    async run(environment) {
      const { client, eventually } = environment;
      await client.delete(appServices, WEB);
      await eventually(async () => {
        assert.ok(await isGone(client.get(appServices, WEB)), 'the AppService is gone');
        assert.ok(await isGone(client.get(deployments, WEB)), 'the Deployment is gone');
        assert.ok(await isGone(client.get(services, WEB)), 'the Service is gone');
        assert.equal(await readyPods(environment), 0);
      });
    },
  },
]);

async function isAvailable({ client }: StoryEnvironment, replicas: number): Promise<void> {
  const { status, metadata } = await client.get(appServices, WEB);
  assert.equal(status?.availableReplicas, replicas);
  assert.equal(status?.observedGeneration, metadata.generation);
  assert.equal(status?.conditions?.find(({ type }) => type === 'Available')?.status, 'True');
}

/** The Pods of the story's AppService that are ready. */
async function readyPods({ client }: StoryEnvironment): Promise<number> {
  const { items } = await client.list(pods, {
    namespace: NAMESPACE,
    labelSelector: 'app.kubernetes.io/instance=story',
  });
  return items.filter(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
  ).length;
}

function imageOf(deployment: Deployment): string | undefined {
  return deployment.spec?.template.spec?.containers[0]?.image;
}

function isGone(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => false,
    (error: unknown) => {
      if (isNotFound(error)) return true;
      throw error;
    },
  );
}
