import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createVirtualClock } from '@kb/apimachinery';
import { createTransport } from '../adapters/transport/create-transport.ts';
import type { Client } from '../client.ts';
import { createClient } from '../create-client.ts';
import type { ClusterAccess } from '../surroundings/cluster-access.ts';
import { testAccess } from './test-access.ts';

/** The server's end of a WebSocket of a test. */
export interface ServedSocket {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly socket: WebSocket;
  /** Sends bytes or a text on a channel. */
  readonly send: (channel: number, payload: string | Uint8Array) => void;
  /** Resolves with the next message: its channel and its payload as text. */
  readonly next: () => Promise<readonly [channel: number, text: string]>;
}

/** A server of WebSockets. */
export interface StreamServer {
  readonly url: string;
  readonly client: Client;
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** Resolves when no connection is open. */
  readonly idle: () => Promise<void>;
}

/** How a test server serves. */
export interface StreamServerOptions {
  /** The protocols that it knows. Default: v5 and v4. */
  readonly protocols?: readonly string[];
  readonly tls?: https.ServerOptions;
  readonly access?: (url: string) => Partial<ClusterAccess>;
  /** Refuses the request with this text; undefined: accepts it. */
  readonly refuse?: (request: IncomingMessage) => string | undefined;
}

/** Starts a server of WebSockets, and a client of it; both are closed after the test. */
export async function startStreamServer(
  serve: (served: ServedSocket) => void | Promise<void>,
  options: StreamServerOptions = {},
): Promise<StreamServer> {
  const { protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'], tls, access, refuse } = options;
  const server = tls === undefined ? createServer() : https.createServer(tls);
  const sockets = new Set<Socket>();
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered].find((one) => protocols.includes(one)) ?? false,
  });
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    const refusal = refuse?.(request);
    if (refusal !== undefined) socket.end(refusal);
    else webSockets.handleUpgrade(request, socket, head, (one) => void serve(served(one, request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const transport = createTransport(testAccess(url, access?.(url) ?? {}));
  onTestFinished(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    client: createClient({ transport, clock: createVirtualClock() }),
    sockets,
    idle: async () => {
      for (const socket of sockets) await once(socket, 'close');
    },
  };
}

function served(socket: WebSocket, request: IncomingMessage): ServedSocket {
  const messages: Buffer[] = [];
  const waiting: ((message: Buffer) => void)[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const taker = waiting.shift();
    if (taker === undefined) messages.push(data);
    else taker(data);
  });
  return {
    url: new URL(request.url ?? '', 'http://a'),
    request,
    socket,
    send: (channel, payload) => socket.send(Buffer.concat([Uint8Array.of(channel), Buffer.from(payload)])),
    next: async () => {
      const ready = messages.shift();
      const message = ready ?? (await new Promise<Buffer>((resolve) => waiting.push(resolve)));
      return [message[0] ?? -1, message.subarray(1).toString()];
    },
  };
}
