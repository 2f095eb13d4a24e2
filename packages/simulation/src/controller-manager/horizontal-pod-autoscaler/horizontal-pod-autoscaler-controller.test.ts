import { type HorizontalPodAutoscaler, horizontalPodAutoscalers } from '@kb/kubernetes/autoscaling/v2';
import { deployments } from '@kb/kubernetes/apps/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'web' };

async function createAutoscaler(name = 'web'): Promise<void> {
  const target = { type: 'Utilization', averageUtilization: 50 };
  await cluster.client.create(horizontalPodAutoscalers, {
    metadata: { ...key, name },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
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
});
