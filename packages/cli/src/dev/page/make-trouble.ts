import type { Client } from '@kb/client';
import type { DashboardOptions } from '@kb/dashboard/server';
import { nodes, pods } from '@kb/kubernetes/core/v1';
import type { DevCluster } from '../cluster/dev-cluster.ts';

/** What can happen to a cluster. */
type Trouble = Parameters<NonNullable<DashboardOptions['trouble']>>[0];

/** Lets something happen to the embedded cluster. Simulated nodes read their annotations and those of Pods. */
export async function makeTrouble(
  trouble: Trouble,
  client: Client,
  laboratory: NonNullable<DevCluster['laboratory']>,
): Promise<void> {
  switch (trouble.kind) {
    case 'fail-pod': {
      // The containers exit with every start, as those with a bug do, until the Pod is replaced.
      const exits = { 'simulated-node/exit-code': String(trouble.exitCode), 'simulated-node/exit-after-ms': '0' };
      const { namespace = '', name } = trouble.ref;
      await client.patch(pods, { namespace, name }, annotate(exits));
      return;
    }
    case 'stop-node':
      await client.patch(nodes, { name: trouble.node }, annotate({ 'simulated-node/stopped': 'true' }));
      return;
    case 'start-node':
      await client.patch(nodes, { name: trouble.node }, annotate({ 'simulated-node/stopped': null }));
      return;
    case 'cut-watches':
      await laboratory.cutConnections();
      return;
    case 'advance-clock':
      laboratory.advanceClock(trouble.ms);
  }
}

const annotate = (annotations: Readonly<Record<string, string | null>>) =>
  ({ type: 'merge', value: { metadata: { annotations } } }) as const;
