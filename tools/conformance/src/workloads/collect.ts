import type { KubernetesObject } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { events, type PersistentVolume } from '@kb/kubernetes/core/v1';
import { comparedKinds, resources, untyped } from './kinds.ts';
import type { KindName } from './scenarios/scenario.ts';

/** What {@link collect} lists. */
interface CollectOptions {
  readonly client: Client;
  readonly namespace: string;
  readonly withNodes: boolean;
  /** More kinds than those that are always compared. */
  readonly kinds: readonly KindName[];
}

/**
 * Lists the objects of a namespace that are compared, its Events, the namespace itself if it still exists, the
 * ClusterRoles and PersistentVolumes of its scenario, all nodes if the scenario has them for itself, and the same of
 * the scenario's other namespaces.
 */
export async function collect(options: CollectOptions): Promise<KubernetesObject[]> {
  const { client, namespace, withNodes } = options;
  const [own, others, ...lists] = await Promise.all([
    client.list(resources.Namespace, { fieldSelector: `metadata.name=${namespace}` }),
    client.list(resources.Namespace, { labelSelector: `scenario=${namespace}` }),
    ofKind('ClusterRole', client.list(resources.ClusterRole, { labelSelector: `scenario=${namespace}` })),
    ofKind('PersistentVolume', volumesOf({ client, namespace })),
    ofKind('Event', eventsOfVolumes({ client, namespace })),
    ...(withNodes ? [ofKind('Node', client.list(resources.Node)), ofKind('Event', eventsOfNodes(client))] : []),
  ]);
  const namespaces = [...own.items, ...others.items];
  const names = [namespace, ...others.items.map(({ metadata }) => metadata.name)];
  const contents = await Promise.all(names.map((name) => contentOf(name, options)));
  return [...namespaces.map((item) => ({ ...item, kind: 'Namespace' })), ...lists.flat(), ...contents.flat()];
}

/** Lists the compared objects of one namespace, and its Events. */
async function contentOf(namespace: string, { client, kinds }: CollectOptions): Promise<KubernetesObject[]> {
  const lists = await Promise.all([
    ...[...comparedKinds, ...kinds].map((kind) => ofKind(kind, client.list(resources[kind], { namespace }))),
    ofKind('Event', client.list(untyped(events), { namespace })),
  ]);
  return lists.flat();
}

/** Adds the kind, which items of a list do not have. */
async function ofKind(
  kind: KindName | 'Event',
  list: Promise<{ readonly items: readonly KubernetesObject[] }>,
): Promise<KubernetesObject[]> {
  return (await list).items.map((item) => ({ ...item, kind }));
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
