import type { ClusterAccess } from '../surroundings/cluster-access.ts';

/** The way to a test's server, as nobody in particular. */
export function testAccess(server: string, parts: Partial<ClusterAccess> = {}): ClusterAccess {
  return {
    server,
    source: 'a test',
    namespace: 'default',
    proxyUrl: () => undefined,
    tls: constant({}),
    credentials: { current: constant({ headers: {} }), reject: () => Promise.resolve(false) },
    ...parts,
  };
}

/** A function that always resolves to the same. */
export function constant<T>(value: T): () => Promise<T> {
  return () => Promise.resolve(value);
}
