import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import type { ConnectionPool } from '../undici/undici.ts';

/** The connections to one server, which are replaced when certificates change. */
export interface RotatingPool {
  /**
   * Returns connections with this TLS material: those of the last call if it is the same object, else new ones. Old
   * connections end when their requests have.
   */
  get(tls: TlsMaterial): Promise<ConnectionPool>;
  /** Closes all of them; pending requests reject with `reason`. */
  destroy(reason: Error): Promise<void>;
}

/** Creates a {@link RotatingPool} of the pools that `connect` creates. */
export function createRotatingPool(connect: (tls: TlsMaterial) => Promise<ConnectionPool>): RotatingPool {
  const open = new Set<Promise<ConnectionPool>>();
  let latest: { readonly tls: TlsMaterial; readonly pool: Promise<ConnectionPool> } | undefined;

  async function retire(pool: Promise<ConnectionPool>): Promise<void> {
    try {
      await (await pool).close();
    } catch {
      // It was never connected, or is destroyed: there is nothing to close.
    }
    open.delete(pool);
  }

  return {
    get: (tls) => {
      if (latest?.tls === tls) return latest.pool;
      if (latest !== undefined) void retire(latest.pool);
      const pool = connect(tls);
      open.add(pool);
      latest = { tls, pool };
      pool.catch(() => {
        open.delete(pool);
        if (latest?.pool === pool) latest = undefined;
      });
      return pool;
    },
    destroy: async (reason) => {
      const pools = [...open];
      open.clear();
      // A pool that failed to connect has nothing to close.
      await Promise.allSettled(pools.map(async (pool) => (await pool).destroy(reason)));
    },
  };
}
