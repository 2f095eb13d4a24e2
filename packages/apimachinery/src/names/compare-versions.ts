const stabilityRanks = ['alpha', 'beta', ''];

/**
 * Compares versions as Kubernetes ranks them, best first: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, and then all
 * others by name. The first served version is the one that discovery calls preferred.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(text));
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  const stability = stabilityRanks.indexOf(right[2] ?? '') - stabilityRanks.indexOf(left[2] ?? '');
  return stability || Number(right[1]) - Number(left[1]) || Number(right[3] ?? 0) - Number(left[3] ?? 0);
}
