import type { Clock, Transport } from '@kb/apimachinery';
import { type Client, createClient } from '@kb/client';
import { PATIENCE } from '../patience.ts';

/** What a case runs against. */
export interface ClientEnv {
  readonly transport: Transport;
  /** Real time: a real control plane lives in it. */
  readonly clock: Clock;
  /** An empty namespace that is there. Cases of one run may share it: each uses names of its own. */
  readonly namespace: string;
}

/** Something that the client does on the embedded API server and on a real one alike. */
export interface ClientCase {
  readonly name: string;
  /** Rejects when it does not hold. */
  run(env: ClientEnv): Promise<void>;
}

/** The client of a case. */
export function clientOf({ transport, clock }: ClientEnv, fieldManager = 'conformance'): Client {
  return createClient({ transport, clock, fieldManager });
}

/** Asks until `check` gives something. Rejects after {@link PATIENCE}, with the last error if there was one. */
export async function eventually<T>(clock: Clock, check: () => Promise<T | undefined>): Promise<T> {
  const end = clock.now() + PATIENCE;
  for (;;) {
    let last: unknown;
    try {
      const result = await check();
      if (result !== undefined) return result;
    } catch (error) {
      last = error;
    }
    if (clock.now() > end) throw last ?? new Error(`not reached within ${PATIENCE / 1000} seconds`);
    await clock.sleep(50);
  }
}

/** What a promise rejects with. Rejects when it does not. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
