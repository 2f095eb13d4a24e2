import type { LiveDeployment } from '../../../shared/kinds.ts';
import {
  type Annotations,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  notCopied,
  REVISION,
  REVISION_HISTORY,
} from './annotations.ts';
import { maxSurge, replicasOf } from './rollout-math.ts';

/** How long the list of earlier revisions may get, in characters. */
const HISTORY_LIMIT = 2000;

/**
 * The annotations of the new ReplicaSet: those of the Deployment on top of its own, and its revision. A ReplicaSet that
 * had a lower revision is being rolled back to: its old revision goes into its history. Returns the same object when
 * nothing changes.
 */
export function newReplicaSetAnnotations(
  deployment: LiveDeployment,
  current: Annotations,
  revision: number,
): Annotations {
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(
    ([name, value]) => !notCopied.has(name) && current[name] !== value,
  );
  const before = current[REVISION];
  const old = before === undefined || before === '' ? 0 : Number(before);
  const isNewRevision = Number.isInteger(old) && old < revision;
  if (copied.length === 0 && !isNewRevision) return current;
  const next = { ...current, ...Object.fromEntries(copied) };
  if (!isNewRevision) return next;
  const history = before === undefined ? undefined : appendRevision(current[REVISION_HISTORY], before);
  return { ...next, [REVISION]: String(revision), ...(history !== undefined && { [REVISION_HISTORY]: history }) };
}

/** The list with one revision more, the oldest cut off when it gets too long. */
function appendRevision(history: string | undefined, revision: string): string {
  const revisions = history ? [...history.split(','), revision] : [revision];
  while (revisions.length > 1 && revisions.join(',').length > HISTORY_LIMIT) revisions.shift();
  return revisions.join(',');
}

/** What a ReplicaSet notes of the Deployment's scale when it is scaled. */
export function scaleAnnotations(deployment: LiveDeployment): Annotations {
  const replicas = replicasOf(deployment);
  return { [DESIRED_REPLICAS]: String(replicas), [MAX_REPLICAS]: String(replicas + maxSurge(deployment)) };
}
