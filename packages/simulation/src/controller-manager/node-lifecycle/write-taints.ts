import { formatTime } from '@kb/apimachinery';
import { nodes } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { LiveNode } from '../../shared/kinds.ts';
import type { TaintChange } from './condition-taints.ts';

/** Changes the taints of a node; sends nothing if none changes. Rejects as the client does, also on a conflict. */
export async function writeTaints(
  node: LiveNode,
  { add, remove }: TaintChange,
  client: ReconcileClient,
  now: number,
): Promise<void> {
  if (add.length === 0 && remove.length === 0) return;
  const kept = (node.spec?.taints ?? []).filter((taint) => !remove.includes(taint));
  const timeAdded = formatTime(now);
  const taints = [...kept, ...add.map((taint) => ({ ...taint, timeAdded }))];
  const { name, resourceVersion } = node.metadata;
  const value = { metadata: { resourceVersion }, spec: { taints } };
  await client.patch(nodes, { name }, { type: 'merge', value });
}
