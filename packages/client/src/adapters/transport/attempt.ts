import type { HttpRequest } from '@kb/apimachinery';
import { toConnectionError } from './to-connection-error.ts';

/** One attempt to send a request over a pool of connections, where it may queue. */
export interface Attempt {
  /**
   * To be called in the turn of the event loop in which the head is written, each time it is. Throws what the request's
   * `beforeSend` throws.
   */
  readonly onStart: () => void;
  /**
   * What the attempt failed with, as its caller gets it: what `beforeSend` threw, else a ConnectionError that says
   * whether the request was sent.
   */
  readonly errorOf: (error: unknown) => unknown;
}

/** Makes one. */
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
