import { quantityToNumber } from '@kb/apimachinery';
import type { LiveNode } from '../../../shared/kinds.ts';

/** The part of all CPUs that each zone has: more than 0, together 1. */
export type CpuOfZones = ReadonlyMap<string, number>;

export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** Labels of nodes that run no Pods of users. */
const excluded = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/**
 * Returns the part of the CPUs of ready nodes that each zone has. Undefined if a node has no zone or no CPU, and if all
 * are in one zone.
 */
export function cpuOfZones(nodes: readonly LiveNode[]): CpuOfZones | undefined {
  const cpus = new Map<string, number>();
  for (const node of nodes) {
    const { labels = {} } = node.metadata;
    if (excluded.some((label) => Object.hasOwn(labels, label)) || !isReadyNode(node)) continue;
    const zone = labels[ZONE_LABEL] ?? '';
    const millis = Math.ceil(1000 * quantityToNumber(String(node.status?.allocatable?.['cpu'] ?? 0)));
    if (zone === '' || millis === 0) return undefined;
    cpus.set(zone, (cpus.get(zone) ?? 0) + millis);
  }
  const all = [...cpus.values()].reduce((sum, millis) => sum + millis, 0);
  if (cpus.size < 2) return undefined;
  return new Map([...cpus].sort(([a], [b]) => (a < b ? -1 : 1)).map(([zone, millis]) => [zone, millis / all]));
}

/** Whether a node says that it is ready. */
export const isReadyNode = ({ status }: LiveNode): boolean =>
  status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
