import { type CallOptions, changeOptions, type Client } from '@kb/client';
import { LeadershipLostError } from './leadership-lost-error.ts';
import type { Leadership } from './leadership.ts';

/**
 * Makes a client whose writes are sent only while the leadership is valid: otherwise they reject with a
 * {@link LeadershipLostError}. The leadership is checked for each attempt right before it is written to its connection,
 * after everything that takes time (credentials, certificates, a free connection). So a process that slept or computed
 * past the end of its lease writes nothing, however late it notices the loss. Reads are not fenced. A write that is in
 * flight when the lease ends is not cancelled.
 */
export function fencedClient(client: Client, leadership: Leadership): Client {
  const fence = ({ beforeSend }: CallOptions): CallOptions => ({
    beforeSend: (attempt) => {
      if (!leadership.valid()) throw new LeadershipLostError({ sent: attempt.sentBefore });
      beforeSend?.(attempt);
    },
  });
  return changeOptions(client, { read: (options) => options, write: fence, apply: fence, delete: fence });
}
