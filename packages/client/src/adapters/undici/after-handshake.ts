import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/**
 * Delays the callback of a new TLS connection by one turn of the event loop. In the turn in which the handshake ends,
 * Node buffers written data until the end of that turn. If this thread is busy, a request would pass `beforeSend` and
 * be sent seconds later.
 */
export function afterHandshake(callback: buildConnector.Callback): buildConnector.Callback {
  return (...made) => {
    const [, socket] = made;
    if (!(socket instanceof TLSSocket)) callback(...made);
    else setImmediate(() => (socket.destroyed ? callback(reasonOf(socket), null) : callback(null, socket)));
  };
}

/** Returns why a socket failed: undici's connector ignores errors after the handshake. */
const reasonOf = ({ errored }: Socket): Error =>
  errored ?? Object.assign(new Error('the connection was closed after the handshake'), { code: 'ECONNRESET' });
