import type { Wire } from './wire.ts';

/** Sends a request and reads the first kilobytes of the response. */
export type Send = (
  method: string,
  path: string,
  headers?: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
) => Promise<number>;

const encoder = new TextEncoder();

/**
 * Returns a function that sends requests to a test server, which the first request starts. Watches are closed as soon
 * as their response begins.
 */
export function sender(start: () => Wire): Send {
  let wire: Wire | undefined;
  return async (method, path, headers = {}, body) => {
    wire ??= start();
    const gone = new AbortController();
    const bytes = typeof body === 'string' ? encoder.encode(body) : body;
    const response = await wire.transport.send({ method, path, headers, ...(bytes && { body: bytes }) }, gone.signal);
    if (!(response.body instanceof Uint8Array)) {
      gone.abort(new Error('enough'));
      await response.body[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined);
    }
    return response.status;
  };
}
