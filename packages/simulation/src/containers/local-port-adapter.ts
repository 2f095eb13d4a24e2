import { once } from 'node:events';
import { connect } from 'node:net';
import { type Connection, connectionPair } from '@kb/apimachinery';
import { carryConnection } from '@kb/apimachinery/server';

/** Connects to a port of this machine's loopback address. Rejects with the system's error if nothing listens there. */
export async function connectLocally(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const [ours, theirs] = connectionPair();
  // The errors of a socket close the connection.
  socket.on('error', () => undefined);
  void carryConnection(socket, ours);
  return theirs;
}
