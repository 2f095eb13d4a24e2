import { type CallOptions, changeOptions, type Client } from '@kb/client';
import { LeadershipLostError } from './leadership-lost-error.ts';
import type { Leadership } from './leadership.ts';

/**
 * A client whose writes are sent only while the leadership is valid: otherwise they reject with a {@link
 * LeadershipLostError}. It is asked for each attempt when that is about to be written to its connection, after
 * everything that takes time (credentials, certificates, a free connection). So a process that slept or computed
 * through its lease writes nothing afterwards, however late it hears of its loss. Reads pass. A write that is on its
 * way when the lease ends is not called back.
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
