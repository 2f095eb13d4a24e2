/** Why a Pod cannot run on a node. */
export interface Refusal {
  /** The reasons, in the words of kube-scheduler. */
  readonly reasons: readonly string[];
  /** Whether the Pod could run there if other Pods were removed. */
  readonly resolvable: boolean;
  /** What may end it, besides a change of the node. */
  readonly endedBy: EndedBy;
}

/**
 * What may end a refusal: nothing but a change of the node; a Pod that leaves and makes room; or any other Pod that
 * comes, goes or gets other labels, wherever it runs.
 */
export type EndedBy = 'node' | 'room' | 'pods';

/** A refusal that lasts while the node is as it is. */
export const refusedByNode = (reason: string): Refusal => ({
  reasons: [reason],
  resolvable: false,
  endedBy: 'node',
});

/** Returns the text about nodes that refused a Pod: how many of them for each reason. */
export function refusalsText(refusals: Iterable<Pick<Refusal, 'reasons'>>): string {
  const counts = new Map<string, number>();
  for (const { reasons } of refusals) for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  return parts.length === 0 ? '' : ` ${parts.join(', ')}.`;
}

/** Returns the message of a Pod that fits on none of some nodes. */
export function unschedulableMessage(nodeCount: number, refusals: Iterable<Pick<Refusal, 'reasons'>>): string {
  return `0/${nodeCount} nodes are available:${refusalsText(refusals)}`;
}
