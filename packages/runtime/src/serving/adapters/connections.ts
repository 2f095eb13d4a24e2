import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, and which of them are answering. */
export interface Connections {
  /** From now on a connection ends as soon as it answers nothing: those that do not, at once. */
  drain(): void;
  /** Ends all. */
  cut(): void;
}

/** Follows the connections of a server. Node's own closing waits for connections that were kept alive, or on which nothing was said yet. */
export function followConnections(server: Server): Connections {
  const open = new Map<string, Socket>();
  const answering = new Map<string, number>();
  let draining = false;
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    open.set(peer, socket);
    socket.once('close', () => open.delete(peer));
    if (draining) socket.destroy();
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const peer = peerOf(incoming.socket);
    answering.set(peer, (answering.get(peer) ?? 0) + 1);
    if (draining) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => {
      const left = (answering.get(peer) ?? 1) - 1;
      if (left > 0) answering.set(peer, left);
      else answering.delete(peer);
      if (draining && left === 0) incoming.socket.destroySoon();
    });
  });
  return {
    drain: () => {
      draining = true;
      for (const [peer, socket] of open) if (!answering.has(peer)) socket.destroy();
    },
    cut: () => {
      for (const socket of open.values()) socket.destroy();
    },
  };
}

/** The same of a connection and of the TLS inside it. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
