import type { Duplex } from 'node:stream';
import { drained } from './drained.ts';
import type { Connection } from './transport.ts';

/** How long the other side may take to close a connection that is over, in milliseconds. */
const LINGER_MS = 500;

/**
 * Carries a connection over a socket in both directions, each no faster than the other side reads, until both are over.
 * The end of one direction is passed on; if the socket is closed, so is the connection.
 */
export async function carryConnection(socket: Duplex, connection: Connection): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.once('close', () => {
    clearTimeout(timer);
    connection.close();
  });
  if (socket.destroyed) connection.close();
  void connection.closed.then(() => {
    if (!socket.destroyed) timer = setTimeout(() => socket.destroy(), LINGER_MS);
  });
  await Promise.all([receive(socket, connection), send(socket, connection)]);
  socket.destroy();
}

async function receive(socket: Duplex, connection: Connection): Promise<void> {
  try {
    // Leaving the loop must not destroy a socket to which something may still be written.
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) await connection.send(bytes as Buffer);
    connection.end();
  } catch {
    // Nobody reads any more, or the socket is closed. What the other side still sends is discarded: it must not reset
    // the connection before that side has read everything.
    socket.resume();
    connection.end();
    await over(socket);
  }
}

async function send(socket: Duplex, connection: Connection): Promise<void> {
  for await (const bytes of connection.received) {
    if (socket.destroyed) return;
    if (!socket.write(bytes)) await drained(socket);
  }
  await new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    socket.once('close', resolve);
    socket.end(resolve);
  });
}

function over(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || socket.readableEnded) resolve();
    socket.once('end', resolve);
    socket.once('close', resolve);
  });
}
