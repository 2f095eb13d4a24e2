import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, idle and busy ones. */
export interface Connections {
  /** Closes idle connections, now and when they become idle. */
  drain(): void;
  /** Closes connections whose request is incomplete. */
  cutUnread(): void;
  /** Closes all connections. */
  cut(): void;
}

/** The state of one connection. */
interface Connection {
  readonly socket: Socket;
  /** The requests that are being handled. */
  readonly requests: Set<IncomingMessage>;
}

/**
 * Tracks the connections of a server. Node's own close waits for kept-alive connections and for those without a
 * request. At most `maxIdle` idle connections (without a complete request head, or after a response) are kept: beyond
 * that, the one that was idle the longest is closed, so that a client that opens thousands does not lock out the
 * others.
 */
export function followConnections(server: Server, maxIdle: number): Connections {
  /** By peer, the longest idle first. */
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

/** The key of a connection: the same for the TLS socket inside it. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
