import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { type HorizontalPodAutoscaler, horizontalPodAutoscalers } from '@kb/kubernetes/autoscaling/v2';
import { deployments } from '@kb/kubernetes/apps/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { refusingTransport } from '../../test-support/refusing-transport.ts';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'web' };

const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

async function createAutoscaler(name = 'web', scaleTargetRef: typeof deployment = deployment): Promise<void> {
  const target = { type: 'Utilization', averageUtilization: 50 };
  await cluster.client.create(horizontalPodAutoscalers, {
    metadata: { ...key, name },
    spec: {
      scaleTargetRef,
      maxReplicas: 3,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    },
  });
}

const get = (): Promise<HorizontalPodAutoscaler> => cluster.client.get(horizontalPodAutoscalers, key);
const looks = (): number => cluster.requests.filter((request) => request.endsWith('/deployments/web/scale')).length;

describe('the controller of HorizontalPodAutoscalers', () => {
  test('looks every 15 seconds, also after a change, and no longer when the autoscaler is gone', async () => {
    cluster = await startSimulatedCluster();
    await cluster.client.create(deployments, deploymentOf(1));
    await createAutoscaler();
    cluster.requests.length = 0;
    await cluster.clock.advance(14_000);
    expect(looks()).toBe(0);
    await cluster.clock.advance(2000);
    expect(looks()).toBe(1);
    await cluster.client.patch(horizontalPodAutoscalers, key, { type: 'merge', value: { spec: { maxReplicas: 4 } } });
    await cluster.clock.advance(10_000);
    expect(looks()).toBe(1);
    await cluster.clock.advance(50_000);
    expect(looks()).toBe(5);
    await cluster.client.delete(horizontalPodAutoscalers, key);
    await cluster.clock.advance(100_000);
    expect(looks()).toBe(5);
    expect(cluster.failures).toEqual([]);
  });

  test('says that a server has no metrics', async () => {
    cluster = await startSimulatedCluster();
    await cluster.client.create(deployments, deploymentOf(1));
    await createAutoscaler();
    await cluster.clock.advance(20_000);
    const { status } = await get();
    expect(status?.conditions).toMatchObject([
      { type: 'AbleToScale', status: 'True', reason: 'SucceededGetScale' },
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'FailedGetResourceMetric',
        message: expect.stringContaining('could not find the requested resource (get pods.metrics.k8s.io)'),
      },
    ]);
  });

  test('writes nothing when nothing changes', async () => {
    cluster = await startSimulatedCluster();
    await cluster.client.create(deployments, deploymentOf(0));
    await createAutoscaler();
    await cluster.clock.advance(31_000);
    cluster.requests.length = 0;
    await cluster.clock.advance(120_000);
    const writes = cluster.requests.filter((request) => !request.startsWith('GET'));
    expect(writes).toEqual([]);
    expect(looks()).toBe(8);
  });

  test('says that the scale cannot be written, and writes it when it can', async () => {
    const state = { refuses: true };
    cluster = await startSimulatedCluster({
      intercept: (transport) => {
        const refusing = refusingTransport(transport, /^(?:PUT|PATCH) .*\/scale/, 'no scaling');
        return { send: (...request) => (state.refuses ? refusing : transport).send(...request) };
      },
    });
    await cluster.client.create(deployments, deploymentOf(5));
    await createAutoscaler();
    await cluster.clock.advance(20_000);
    const ableToScale = async () => (await get()).status?.conditions?.find(({ type }) => type === 'AbleToScale');
    expect(await ableToScale()).toMatchObject({
      status: 'False',
      reason: 'FailedUpdateScale',
      message: 'the HPA controller was unable to update the target scale: no scaling',
    });
    const why = 'Current number of replicas above Spec.MaxReplicas';
    expect(await cluster.events('HorizontalPodAutoscaler')).toEqual([
      `FailedRescale: New size: 3; reason: ${why}; error: no scaling`,
    ]);
    state.refuses = false;
    await cluster.clock.advance(15_000);
    expect((await cluster.deployment()).spec.replicas).toBe(3);
    expect(await cluster.events('HorizontalPodAutoscaler')).toContain(`SuccessfulRescale: New size: 3; reason: ${why}`);
  });

  test('says that a target has no selector', async () => {
    const names = { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' };
    const version = {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
    };
    cluster = await startSimulatedCluster({
      crds: [
        {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          metadata: { name: 'widgets.example.com' },
          spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] },
        },
      ],
    });
    const widgets = defineResource<KubernetesObject & { readonly spec: { readonly replicas: number } }>({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      namespaced: true,
      subresources: ['scale'],
    });
    await cluster.client.create(widgets, { metadata: key, spec: { replicas: 1 } });
    await createAutoscaler('web', { apiVersion: 'example.com/v1', kind: 'Widget', name: 'web' });
    await cluster.clock.advance(20_000);
    expect((await get()).status?.conditions).toMatchObject([
      { type: 'AbleToScale', status: 'True', reason: 'SucceededGetScale' },
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'InvalidSelector',
        message: "the HPA target's scale is missing a selector",
      },
    ]);
    expect(await cluster.events('HorizontalPodAutoscaler')).toContain('SelectorRequired: selector is required');
  });
});
