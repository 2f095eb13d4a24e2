import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import type { ConnectionPool } from '../undici/undici.ts';

/** The connections to one server, over changes of certificates. */
export interface RotatingPool {
  /**
   * Connections made with this material: those of the last call if it is the same object, else new ones; the older end
   * when their requests have.
   */
  get(tls: TlsMaterial): Promise<ConnectionPool>;
  /** Ends all of them, with the reason for requests under way. */
  destroy(reason: Error): Promise<void>;
}

/** Makes a {@link RotatingPool} of what `connect` makes. */
export function createRotatingPool(connect: (tls: TlsMaterial) => Promise<ConnectionPool>): RotatingPool {
  const open = new Set<Promise<ConnectionPool>>();
  let latest: { readonly tls: TlsMaterial; readonly pool: Promise<ConnectionPool> } | undefined;

  async function retire(pool: Promise<ConnectionPool>): Promise<void> {
    try {
      await (await pool).close();
    } catch {
      // It was never connected, or is destroyed: either way there is nothing left to close.
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
      // A pool that could not be made has nothing to end.
      await Promise.allSettled(pools.map(async (pool) => (await pool).destroy(reason)));
    },
  };
}
