import { type Dashboard, newSessionSecret } from '@kb/dashboard/server';
import { type KeptAddress, keepAddress, readKeptAddresses } from './kept-addresses.ts';

/** Options of {@link startAtKeptAddress}. */
export interface KeptAddressOptions {
  /** Returns the file that keeps addresses, and creates its folder. May throw; then nothing is kept. */
  readonly file: () => string;
  /** Names the cluster and its user, the same at each start. */
  readonly cluster: string;
  /** 0 takes a free one. Default: that of the last time; a free one if something else listens on it. */
  readonly port?: number | undefined;
  readonly now: () => number;
  readonly start: (address: { readonly port: number; readonly secret: string }) => Promise<Dashboard>;
}

const HOUR_MS = 3_600_000;
/** A secret that nobody has used for so long is replaced. */
const UNUSED_MS = 24 * HOUR_MS;
/** A secret is replaced after this time, also if it was used each day. */
const OLDEST_MS = 7 * 24 * HOUR_MS;

/**
 * Starts a dashboard at the address of the last one for the same cluster, so that pages which are open since then come
 * back. Its secret is new if it has expired, or if the port is another one: who listens on the old port does not have
 * it. Keeps the address, as far as the file can be written. Rejects as `start` does.
 */
export async function startAtKeptAddress(options: KeptAddressOptions): Promise<Dashboard> {
  const { file, cluster, now } = options;
  const last = readKeptAddresses(file, now()).find((address) => address.cluster === cluster);
  const { dashboard, used } = await startAt(last, options);
  const address = { cluster, port: dashboard.port, secret: used.secret, made: used.made, used: now() };
  keepAddress(file, address);
  const stop = async (): Promise<void> => {
    // Another kb for the same cluster may have kept its own meanwhile.
    const isOwn = ({ secret }: KeptAddress): boolean => secret === address.secret;
    if (readKeptAddresses(file, now()).some(isOwn)) keepAddress(file, { ...address, used: now() });
    await dashboard.stop();
  };
  return { ...dashboard, stop };
}

type Secret = Pick<KeptAddress, 'secret' | 'made'>;

async function startAt(
  last: KeptAddress | undefined,
  { port, now, start }: KeptAddressOptions,
): Promise<{ readonly dashboard: Dashboard; readonly used: Secret }> {
  const fresh = (): Secret => ({ secret: newSessionSecret(), made: now() });
  const at = async (wanted: number, used: Secret): ReturnType<typeof startAt> => ({
    dashboard: await start({ port: wanted, secret: used.secret }),
    used,
  });
  if (last === undefined || (port !== undefined && port !== last.port)) return at(port ?? 0, fresh());
  const used = isStillGood(last, now()) ? last : fresh();
  if (port !== undefined) return at(port, used);
  return at(last.port, used).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return at(0, fresh());
  });
}

function isStillGood({ made, used }: KeptAddress, now: number): boolean {
  // A time that is still to come says nothing about the age.
  return made <= now && used <= now && now - used < UNUSED_MS && now - made < OLDEST_MS;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
