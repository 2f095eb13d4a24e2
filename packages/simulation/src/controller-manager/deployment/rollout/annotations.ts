/** The rollout that a ReplicaSet belongs to, counted from 1; on the Deployment: the present one. */
export const REVISION = 'deployment.kubernetes.io/revision';
/** Earlier revisions of a ReplicaSet that was rolled back to, separated by commas. */
export const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
/** The Deployment's replicas when the ReplicaSet was last scaled: distinguishes a change of scale from a rollout. */
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
/** The same and the surge: what proportional scaling divides by. */
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';
/** Asks for a rollback to a revision, or with 0 to the one before the present. */
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

/** The number that an annotation says: a whole number, 0 or more; undefined for anything else. */
export function numberIn(annotations: Annotations | undefined, name: string): number | undefined {
  const text = annotations?.[name] ?? '';
  const value = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value < 2 ** 31 ? value : undefined;
}

/** The revision of a ReplicaSet or Deployment; 0 when it has none; undefined when what it has is not a number. */
export function revisionOf(object: { readonly metadata: { readonly annotations?: Annotations } }): number | undefined {
  const text = object.metadata.annotations?.[REVISION];
  if (text === undefined) return 0;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
