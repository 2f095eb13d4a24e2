/** Where autoscaling/v1 keeps metrics other than the CPU's. */
export const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
/** Where autoscaling/v1 keeps the current values of these. */
export const CURRENT_METRICS = 'autoscaling.alpha.kubernetes.io/current-metrics';
/** Where autoscaling/v1 keeps the conditions. */
export const CONDITIONS = 'autoscaling.alpha.kubernetes.io/conditions';
/** Where autoscaling/v1 keeps the behavior of scaling. */
export const BEHAVIOR = 'autoscaling.alpha.kubernetes.io/behavior';

const all = new Set([
  METRICS,
  CURRENT_METRICS,
  CONDITIONS,
  BEHAVIOR,
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
]);

/** Metadata without these annotations, with others instead. The same metadata when there is nothing to change. */
export function withAnnotations<M extends { readonly annotations?: Readonly<Record<string, string>> | undefined }>(
  metadata: M,
  added: Readonly<Record<string, string>> = {},
): M {
  const present = Object.entries(metadata.annotations ?? {});
  const kept = present.filter(([name]) => !all.has(name));
  if (kept.length === present.length && Object.keys(added).length === 0) return metadata;
  return { ...metadata, annotations: { ...Object.fromEntries(kept), ...added } };
}
