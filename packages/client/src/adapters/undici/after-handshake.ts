import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/**
 * Hands over a new TLS connection a turn of the event loop after its handshake. Node holds back what is written in the
 * turn in which the handshake ends until its own last words have gone, at the end of that turn: while this thread
 * computes, a request would be looked at, and be sent seconds later.
 */
export function afterHandshake(callback: buildConnector.Callback): buildConnector.Callback {
  return (...made) => {
    const [, socket] = made;
    if (!(socket instanceof TLSSocket)) callback(...made);
    else setImmediate(() => (socket.destroyed ? callback(reasonOf(socket), null) : callback(null, socket)));
  };
}

/** undici's connector hears an error of the socket, and says nothing after the handshake. */
const reasonOf = ({ errored }: Socket): Error =>
  errored ?? Object.assign(new Error('the connection was closed after the handshake'), { code: 'ECONNRESET' });
