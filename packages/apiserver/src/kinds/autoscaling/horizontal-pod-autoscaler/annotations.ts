/** The annotation for metrics other than CPU in autoscaling/v1. */
export const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
/** The annotation for their current values in autoscaling/v1. */
export const CURRENT_METRICS = 'autoscaling.alpha.kubernetes.io/current-metrics';
/** The annotation for conditions in autoscaling/v1. */
export const CONDITIONS = 'autoscaling.alpha.kubernetes.io/conditions';
/** The annotation for the scaling behavior in autoscaling/v1. */
export const BEHAVIOR = 'autoscaling.alpha.kubernetes.io/behavior';

const all = new Set([
  METRICS,
  CURRENT_METRICS,
  CONDITIONS,
  BEHAVIOR,
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
]);

/** Metadata with other values of these annotations. The same metadata if nothing changes. */
export function withAnnotations<M extends { readonly annotations?: Readonly<Record<string, string>> | undefined }>(
  metadata: M,
  added: Readonly<Record<string, string>> = {},
): M {
  const present = Object.entries(metadata.annotations ?? {});
  const kept = present.filter(([name]) => !all.has(name));
  if (kept.length === present.length && Object.keys(added).length === 0) return metadata;
  return { ...metadata, annotations: { ...Object.fromEntries(kept), ...added } };
}
