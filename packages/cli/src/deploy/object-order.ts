import type { Manifest } from '../manifests/manifests.ts';

/** What others need comes first; what refuses requests while nothing serves it comes last. */
const order = [
  ['Namespace', 'ResourceQuota', 'LimitRange', 'PriorityClass'],
  ['CustomResourceDefinition'],
  ['ServiceAccount', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'],
  ['ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Service', 'NetworkPolicy'],
] as const;
const last = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

const ranks = new Map<string, number>(order.flatMap((kinds, rank) => kinds.map((kind) => [kind, rank] as const)));

/** Sorts manifests as they have to be applied; within a kind they keep their order. The reverse is that of deletion. */
export function inOrder(manifests: readonly Manifest[]): Manifest[] {
  return manifests.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ object }: Manifest): number {
  return last.includes(object.kind) ? order.length + 1 : (ranks.get(object.kind) ?? order.length);
}
