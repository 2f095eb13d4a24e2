import type { Client } from '../client.ts';
import type { CallOptions } from '../call-options.ts';
import { changeOptions } from './change-options.ts';

/** Wraps a client so that all its calls are aborted by `signal`, in addition to their own. */
export function withSignal(client: Client, signal: AbortSignal): Client {
  const bound = <O extends CallOptions>(options: O): O => ({
    ...options,
    signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
  });
  return changeOptions(client, { read: bound, write: bound, apply: bound, delete: bound });
}
