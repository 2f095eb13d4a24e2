import type { HttpResponse, Transport } from '@kb/apimachinery';
import { isWrite } from './counting-transport.ts';

/**
 * When a {@link dyingTransport} dies: before the server receives its last write, or after the server stored it,
 * when the response is lost.
 */
export type DeathPoint = 'before' | 'after';

/** A transport that stops working permanently, as if its process were killed. */
export interface DyingTransport extends Transport {
  /** Whether it is dead. */
  readonly dead: boolean;
  /** Resolves when it dies. */
  readonly died: Promise<void>;
}

/** The rejection of every request on a dead transport. */
export class TransportDiedError extends Error {
  override readonly name = 'TransportDiedError';
  readonly code = 'KB_TRANSPORT_DIED';
  constructor() {
    super('the transport died');
  }
}

/**
 * Wraps a transport that dies at its `write`th write (counting from 1): that request and every later one get no
 * response, and open watches break.
 */
export function dyingTransport(transport: Transport, write: number, point: DeathPoint): DyingTransport {
  let writes = 0;
  let dead = false;
  const death = new AbortController();
  const died = Promise.withResolvers<void>();
  const die = (): never => {
    dead = true;
    const error = new TransportDiedError();
    died.resolve();
    death.abort(error);
    throw error;
  };
  return {
    get dead() {
      return dead;
    },
    died: died.promise,
    send: async (request, signal): Promise<HttpResponse> => {
      if (dead) throw new TransportDiedError();
      const last = isWrite(request) && ++writes === write;
      if (last && point === 'before') die();
      const bound = signal ? AbortSignal.any([signal, death.signal]) : death.signal;
      const response = await transport.send(request, bound);
      if (last) die();
      if (dead) throw new TransportDiedError();
      return response;
    },
  };
}
