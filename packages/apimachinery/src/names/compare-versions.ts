const stabilityRanks = ['alpha', 'beta', ''];

/**
 * Compares versions as Kubernetes ranks them, best first: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, and then all
 * others by name. The first served version is the one that discovery calls preferred.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [read(a), read(b)];
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  return right.stability - left.stability || difference(right.major, left.major) || difference(right.minor, left.minor);
}

interface ReadVersion {
  readonly stability: number;
  readonly major: bigint;
  readonly minor: bigint;
}

/** Go's numbers have 64 bits: a version with a larger one is a name like any other. */
const MAX_NUMBER = 2n ** 63n - 1n;

function read(text: string): ReadVersion | undefined {
  const [, major = '', stability = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(text) ?? [];
  if (major === '' || major.length + minor.length > 60) return undefined;
  const numbers = { major: BigInt(major), minor: BigInt(minor) };
  if (numbers.major > MAX_NUMBER || numbers.minor > MAX_NUMBER) return undefined;
  return { stability: stabilityRanks.indexOf(stability), ...numbers };
}

const difference = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
