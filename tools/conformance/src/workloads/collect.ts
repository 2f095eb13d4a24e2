import type { KubernetesObject } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { events } from '@kb/kubernetes/core/v1';
import { comparedKinds, resources, untyped } from './kinds.ts';

/**
 * Lists the objects of a namespace that are compared, its Events, the namespace itself if it still exists, and the
 * ClusterRoles of its scenario.
 */
export async function collect({
  client,
  namespace,
}: {
  client: Client;
  namespace: string;
}): Promise<KubernetesObject[]> {
  const lists = await Promise.all([
    client.list(resources.Namespace, { fieldSelector: `metadata.name=${namespace}` }),
    client.list(resources.ClusterRole, { labelSelector: `scenario=${namespace}` }),
    ...comparedKinds.map((kind) => client.list(resources[kind], { namespace })),
    client.list(untyped(events), { namespace }),
  ]);
  const kinds = ['Namespace', 'ClusterRole', ...comparedKinds, 'Event'] as const;
  // Items of a list have no kind.
  return lists.flatMap(({ items }, index) => items.map((item) => ({ ...item, kind: kinds[index] ?? '' })));
}
