import { type CallOptions, changeOptions, type Client } from '@kb/client';
import { LeadershipLostError } from './leadership-lost-error.ts';
import type { Leadership } from './leadership.ts';

/**
 * A client whose writes are sent only while the leadership is valid, asked right before each attempt: otherwise they reject with a {@link LeadershipLostError}. So a process that slept
 * through its lease writes nothing when it wakes, however late it hears of its loss. Reads pass. A write that is on its way when the lease ends is not called back.
 */
export function fencedClient(client: Client, leadership: Leadership): Client {
  const fence = ({ beforeSend }: CallOptions): CallOptions => ({
    beforeSend: () => {
      if (!leadership.valid()) throw new LeadershipLostError('leader election lost: the write was not sent');
      beforeSend?.();
    },
  });
  return changeOptions(client, { read: (options) => options, write: fence, apply: fence, delete: fence });
}
