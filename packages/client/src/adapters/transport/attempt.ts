import type { HttpRequest } from '@kb/apimachinery';
import { toConnectionError } from './to-connection-error.ts';

/** One attempt to send a request over a pool of connections, where it may queue. */
export interface Attempt {
  /**
   * Must be called in the same turn of the event loop in which the head is written, each time. Throws what the
   * request's `beforeSend` throws.
   */
  readonly onStart: () => void;
  /** Converts the error of the attempt for the caller: what `beforeSend` threw, else a ConnectionError with `sent`. */
  readonly errorOf: (error: unknown) => unknown;
}

/** Creates an {@link Attempt}. */
export function createAttempt({ beforeSend }: HttpRequest, server: string, proxyUrl: string | undefined): Attempt {
  let sent = false;
  let refusal: { readonly error: unknown } | undefined;
  return {
    onStart: () => {
      try {
        beforeSend?.();
      } catch (error) {
        refusal = { error };
        throw error;
      }
      sent = true;
    },
    errorOf: (error) => (refusal ? refusal.error : toConnectionError(error, { server, proxyUrl, sent })),
  };
}
