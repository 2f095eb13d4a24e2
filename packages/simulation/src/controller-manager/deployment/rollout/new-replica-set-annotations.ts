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

/** The longest list of earlier revisions, in characters. */
const HISTORY_LIMIT = 2000;

/**
 * Computes the annotations of the new ReplicaSet: its own, overridden by the Deployment's, and its revision. If it had
 * a lower revision, this is a rollback, and its history gets the old revision. Returns the same object when nothing
 * changes.
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

/** Appends a revision to the list, and drops the oldest ones if it gets too long. */
function appendRevision(history: string | undefined, revision: string): string {
  const revisions = history ? [...history.split(','), revision] : [revision];
  while (revisions.length > 1 && revisions.join(',').length > HISTORY_LIMIT) revisions.shift();
  return revisions.join(',');
}

/** The annotations that record the Deployment's scale when a ReplicaSet is scaled. */
export function scaleAnnotations(deployment: LiveDeployment): Annotations {
  const replicas = replicasOf(deployment);
  return { [DESIRED_REPLICAS]: String(replicas), [MAX_REPLICAS]: String(replicas + maxSurge(deployment)) };
}
