import type { KubernetesObject } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { events, type PersistentVolume } from '@kb/kubernetes/core/v1';
import { comparedKinds, resources, untyped } from './kinds.ts';

/**
 * Lists the objects of a namespace that are compared, its Events, the namespace itself if it still exists, the
 * ClusterRoles and PersistentVolumes of its scenario, and all nodes if the scenario has them for itself.
 */
export async function collect({
  client,
  namespace,
  withNodes,
}: {
  client: Client;
  namespace: string;
  withNodes: boolean;
}): Promise<KubernetesObject[]> {
  const lists = await Promise.all([
    client.list(resources.Namespace, { fieldSelector: `metadata.name=${namespace}` }),
    client.list(resources.ClusterRole, { labelSelector: `scenario=${namespace}` }),
    volumesOf({ client, namespace }),
    ...comparedKinds.map((kind) => client.list(resources[kind], { namespace })),
    client.list(untyped(events), { namespace }),
    eventsOfVolumes({ client, namespace }),
    ...(withNodes ? [client.list(resources.Node), eventsOfNodes(client)] : []),
  ]);
  const kinds = [
    'Namespace',
    'ClusterRole',
    'PersistentVolume',
    ...comparedKinds,
    'Event',
    'Event',
    'Node',
    'Event',
  ] as const;
  // Items of a list have no kind.
  return lists.flatMap(({ items }, index) => items.map((item) => ({ ...item, kind: kinds[index] ?? '' })));
}

interface Place {
  readonly client: Client;
  readonly namespace: string;
}

/** Lists the volumes that a scenario created, or that were made for its claims. */
async function volumesOf({ client, namespace }: Place): Promise<{ items: KubernetesObject[] }> {
  const { items } = await client.list(resources.PersistentVolume);
  const isOwn = ({ metadata, ...rest }: KubernetesObject): boolean =>
    metadata.labels?.['scenario'] === namespace ||
    ('spec' in rest && (rest.spec as PersistentVolume['spec'])?.claimRef?.namespace === namespace);
  return { items: items.filter(isOwn) };
}

/** Lists the Events about nodes that fail. Whether others are recorded yet, such as their registration, is chance. */
async function eventsOfNodes(client: Client): Promise<{ items: KubernetesObject[] }> {
  const { items } = await client.list(resources.Node);
  const uids = new Set(items.map(({ metadata }) => metadata.uid));
  const fieldSelector = 'involvedObject.kind=Node,reason=NodeNotReady,source=node-controller';
  const recorded = await client.list(events, { namespace: 'default', fieldSelector });
  return { items: recorded.items.filter(({ involvedObject }) => uids.has(involvedObject.uid ?? '')) };
}

/** Lists the Events about volumes of a scenario, which are in the namespace `default`. */
async function eventsOfVolumes({ client, namespace }: Place): Promise<{ items: KubernetesObject[] }> {
  const fieldSelector = 'involvedObject.kind=PersistentVolume';
  const { items } = await client.list(untyped(events), { namespace: 'default', fieldSelector });
  return { items: items.filter(({ metadata }) => metadata.name.startsWith(`${namespace}-`)) };
}
