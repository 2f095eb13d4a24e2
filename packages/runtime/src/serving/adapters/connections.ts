import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, and which of them are answering. */
export interface Connections {
  /** From now on a connection ends as soon as it answers nothing: those that do not, at once. */
  drain(): void;
  /** Ends those whose request has not come whole. */
  cutUnread(): void;
  /** Ends all. */
  cut(): void;
}

/** What is known of one connection. */
interface Connection {
  readonly socket: Socket;
  /** The requests that are being answered. */
  readonly requests: Set<IncomingMessage>;
}

/**
 * Follows the connections of a server. Node's own closing waits for connections that were kept alive, or on which
 * nothing was said yet. Of connections that answer nothing (no request came, or not its whole head, or it was answered)
 * at most `maxIdle` are kept: beyond, the one that was idle the longest ends, so that whoever opens thousands keeps
 * nobody else out.
 */
export function followConnections(server: Server, maxIdle: number): Connections {
  /** By peer, those that were idle the longest first. */
  const idle = new Map<string, Connection>();
  const answering = new Map<string, Connection>();
  let draining = false;

  const followed = (socket: Socket): Connection => {
    const peer = peerOf(socket);
    const known = answering.get(peer) ?? idle.get(peer);
    if (known) return known;
    const connection = { socket, requests: new Set<IncomingMessage>() };
    idle.set(peer, connection);
    socket.once('close', () => {
      for (const connections of [idle, answering]) {
        if (connections.get(peer) === connection) connections.delete(peer);
      }
    });
    return connection;
  };
  const rest = (peer: string, connection: Connection): void => {
    answering.delete(peer);
    if (!connection.socket.destroyed) idle.set(peer, connection);
  };

  server.on('connection', (socket: Socket) => {
    followed(socket);
    if (draining) socket.destroy();
    if (idle.size <= maxIdle) return;
    const [oldest] = idle.values();
    oldest?.socket.destroy();
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const peer = peerOf(incoming.socket);
    const connection = followed(incoming.socket);
    connection.requests.add(incoming);
    idle.delete(peer);
    answering.set(peer, connection);
    if (draining) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => {
      connection.requests.delete(incoming);
      if (connection.requests.size > 0) return;
      rest(peer, connection);
      if (draining) incoming.socket.destroySoon();
    });
  });
  return {
    drain: () => {
      draining = true;
      for (const { socket } of idle.values()) socket.destroy();
    },
    cutUnread: () => {
      for (const { socket, requests } of answering.values()) {
        if ([...requests].some((request) => !request.complete)) socket.destroy();
      }
    },
    cut: () => {
      for (const { socket } of [...idle.values(), ...answering.values()]) socket.destroy();
    },
  };
}

/** The same of a connection and of the TLS inside it. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
