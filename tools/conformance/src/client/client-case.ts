import type { Clock, Transport } from '@kb/apimachinery';
import { type Client, createClient } from '@kb/client';
import { PATIENCE } from '../patience.ts';

/** The context of a case. */
export interface ClientEnv {
  readonly transport: Transport;
  /** The real clock: a real control plane uses it. */
  readonly clock: Clock;
  /** An existing empty namespace. Cases of one run may share it: each uses its own names. */
  readonly namespace: string;
}

/** A behaviour of the client that is the same on the embedded API server and on a real one. */
export interface ClientCase {
  readonly name: string;
  /** Rejects if the behaviour is different. */
  run(env: ClientEnv): Promise<void>;
}

/** The client of a case. */
export function clientOf({ transport, clock }: ClientEnv, fieldManager = 'conformance'): Client {
  return createClient({ transport, clock, fieldManager });
}

/** Calls `check` until it returns something. Rejects after {@link PATIENCE}, with the last error if there was one. */
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

/** Resolves with the rejection of a promise. Rejects if the promise resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
