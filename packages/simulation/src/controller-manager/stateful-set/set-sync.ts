import { messageOfThrown } from '@kb/apimachinery';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LiveStatefulSet } from './members.ts';
import type { SetRevisions } from './set-revisions.ts';

/** What a sync of a StatefulSet works with. */
export interface SetTools {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly now: number;
}

/** One sync of a StatefulSet. */
export interface SetSync extends SetTools {
  readonly set: LiveStatefulSet;
  readonly revisions: SetRevisions;
  /** Whether Pods are created and removed one after the other. */
  readonly isOrdered: boolean;
}

/** A template of the claims of a StatefulSet. */
export type ClaimTemplate = NonNullable<LiveStatefulSet['spec']['volumeClaimTemplates']>[number];

/** The templates of the claims of a StatefulSet. */
export const claimTemplatesOf = ({ spec }: LiveStatefulSet): readonly ClaimTemplate[] =>
  spec.volumeClaimTemplates ?? [];

/** Records what became of a write of a Pod: `Create`, `Update` or `Delete`. */
export function recordPodEvent({ set, recorder }: SetSync, verb: string, podName: string, error?: unknown): void {
  const what = `${verb} Pod ${podName} in StatefulSet ${set.metadata.name}`;
  if (error === undefined) recorder.record(set, 'Normal', `Successful${verb}`, `${what} successful`);
  else recorder.record(set, 'Warning', `Failed${verb}`, `${what} failed error: ${messageOfThrown(error)}`);
}
