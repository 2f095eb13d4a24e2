import { badRequest, failureStatus, genericError, type Status } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { Call } from '../../context/call.ts';

/** How long a read waits for a future revision. */
const PATIENCE_MS = 3000;

/** The responses to a resource version that is not a number. */
const malformed = {
  get: (why: string): Status => genericError(`resourceVersion: ${why}`),
  list: (why: string): Status => badRequest(`invalid resource version: resourceVersion: ${why}`),
  watch: (why: string): Status => genericError(`resourceVersion: ${why}`),
};

const MAX_UINT64 = 2n ** 64n - 1n;

/** Parses a resource version; undefined if there is none. Throws a StatusError. */
export function parseRevision(text: string, verb: keyof typeof malformed): number | undefined {
  if (text === '') return undefined;
  const isNumber = /^\d+$/.test(text);
  if (isNumber && BigInt(text) <= MAX_UINT64) return Number(text);
  const [quoted, why] = [quoteString(text), isNumber ? 'value out of range' : 'invalid syntax'];
  return refuse(malformed[verb](`Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`));
}

/**
 * Waits until the store has reached a revision, which the client wrote as `text`; after a timeout it fails with a 504.
 */
export async function waitForRevision(
  { server, request }: Pick<Call, 'server' | 'request'>,
  wanted: number,
  text: string = String(wanted),
): Promise<void> {
  if (wanted <= server.store.revision) return;
  // Only writes announce revisions, so it polls, which leaves nothing behind.
  const deadline = server.clock.now() + PATIENCE_MS;
  while (wanted > server.store.revision && server.clock.now() < deadline) await server.clock.sleep(100, request.signal);
  if (wanted > server.store.revision) refuse(tooLargeRevision(text, server.store.revision));
}

/** 504 for a future revision, in the client's digits, which a number may not hold. */
export function tooLargeRevision(wanted: string, current: number): Status {
  return failureStatus({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${BigInt(wanted)}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}
