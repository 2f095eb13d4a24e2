import { type Clock, type HttpResponse, type Transport, unauthorized } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';

/** A token that is rotated: on the server at once, in the file of a replica some time later. */
export interface RotatingToken {
  /** Changes it. Replicas have the new one after `delay` milliseconds. */
  rotate(delay: number): void;
  /** A transport that sends the token that is in the file; the server refuses an old one. */
  guard(transport: Transport): Transport;
  rotations(): number;
  /** Requests that were refused. */
  refused(): number;
}

/** Makes a token. */
export function createRotatingToken(clock: Clock): RotatingToken {
  let onServer = 0;
  let inFile = 0;
  let refused = 0;
  return {
    rotate: (delay) => {
      onServer += 1;
      const rotated = onServer;
      clock.after(delay, () => {
        inFile = Math.max(inFile, rotated);
      });
    },
    guard: (transport) => ({
      send: async (request, signal) => {
        signal?.throwIfAborted();
        if (inFile === onServer) return transport.send(request, signal);
        request.beforeSend?.();
        refused += 1;
        return refusal();
      },
    }),
    rotations: () => onServer,
    refused: () => refused,
  };
}

const refusal = (): HttpResponse => ({
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(stringifyJson(unauthorized())),
});
