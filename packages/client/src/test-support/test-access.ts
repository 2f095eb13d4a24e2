import type { ClusterAccess } from '../surroundings/cluster-access.ts';

/** Creates an anonymous access to a test server. */
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

/** Returns a function that always resolves to this value. */
export function constant<T>(value: T): () => Promise<T> {
  return () => Promise.resolve(value);
}
