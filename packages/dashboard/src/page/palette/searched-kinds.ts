import type { ServedKind } from '../../protocol/index.ts';
import { groupKind } from '../kinds/find-kind.ts';

/** Kinds that people look for by the name of an object. */
const common = new Set([
  'Pod',
  'Service',
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'PersistentVolumeClaim',
  'Node',
  'Deployment.apps',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'ReplicaSet.apps',
  'Job.batch',
  'CronJob.batch',
  'Ingress.networking.k8s.io',
]);

/** A cluster can have hundreds of kinds: each that is searched is listed. */
const MOST_KINDS = 40;

/**
 * The kinds whose objects the palette finds: the project's own, those that people look for, and those of other
 * operators.
 */
export function searchedKinds(kinds: readonly ServedKind[]): readonly ServedKind[] {
  return kinds
    .filter((kind) => rank(kind) > 0)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, MOST_KINDS);
}

function rank(kind: ServedKind): number {
  if (!kind.verbs.includes('watch')) return 0;
  if (kind.own) return 3;
  if (common.has(groupKind(kind))) return 2;
  // Groups of Kubernetes itself have no domain (`apps`), or that of Kubernetes.
  return kind.group.includes('.') && !kind.group.endsWith('.k8s.io') ? 1 : 0;
}
