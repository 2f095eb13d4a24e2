/**
 * The number of the rollout that a ReplicaSet belongs to, counted from 1; on a Deployment, that of the current rollout.
 */
export const REVISION = 'deployment.kubernetes.io/revision';
/** Earlier revisions of a ReplicaSet that was rolled back to, separated by commas. */
export const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
/** The Deployment's replicas when the ReplicaSet was last scaled. Distinguishes scaling from a rollout. */
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
/** The desired replicas plus the surge: the divisor of proportional scaling. */
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';
/** Requests a rollback to a revision; 0 requests the previous one. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';
/** The label that distinguishes the Pods of one ReplicaSet from those of another. */
export const TEMPLATE_HASH = 'pod-template-hash';

/** Annotations of a Deployment that its ReplicaSets do not get. */
export const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  ROLLBACK_TO,
]);

/** Annotations of any object. */
export type Annotations = Readonly<Record<string, string>>;

/** Parses an annotation as a non-negative integer; undefined for anything else. */
export function numberIn(annotations: Annotations | undefined, name: string): number | undefined {
  const text = annotations?.[name] ?? '';
  const value = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value < 2 ** 31 ? value : undefined;
}

/** The revision of a ReplicaSet or Deployment: 0 without the annotation, undefined if it is not a number. */
export function revisionOf(object: { readonly metadata: { readonly annotations?: Annotations } }): number | undefined {
  const text = object.metadata.annotations?.[REVISION];
  if (text === undefined) return 0;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
