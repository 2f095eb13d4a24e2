/**
 * Whether a resource version is later than another of the same resource. Since Kubernetes 1.35 they are decimal numbers
 * that clients may compare (KEP-5504); others are never later, so that only watch events move a cache that has them.
 */
export function isLater(version: string, than: string): boolean {
  if (!DECIMAL.test(version) || !DECIMAL.test(than)) return false;
  return version.length === than.length ? version > than : version.length > than.length;
}

const DECIMAL = /^[1-9]\d*$/;
