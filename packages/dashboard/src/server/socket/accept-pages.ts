import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@kb/apimachinery';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { createPageConnection, type PageServices } from './page-connection.ts';

/** Accepts the WebSockets of pages. */
export interface PageAcceptor {
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends all connections. */
  close(): void;
}

const MAX_MESSAGE = 4 << 20;
const MAX_PAGES = 32;
const PING_MS = 30_000;
const TRY_LATER = 1013;
const GOING_AWAY = 1001;

/** Creates a {@link PageAcceptor}. Pings notice pages that vanish silently. */
export function createPageAcceptor(services: PageServices, clock: Clock): PageAcceptor {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const serve = (socket: WebSocket): void => {
    // Closing reports it.
    socket.on('error', () => undefined);
    if (server.clients.size > MAX_PAGES) return socket.close(TRY_LATER, `${MAX_PAGES} pages are open`);
    const page = createPageConnection(
      {
        waitingBytes: () => socket.bufferedAmount,
        send: (text, written) => socket.send(text, written),
        close: (code, reason) => socket.close(code, reason),
        destroy: () => socket.terminate(),
      },
      services,
      clock,
    );
    const stopPings = pingRegularly(socket, clock);
    socket.on('message', (data) => page.receive(bytesOf(data)));
    socket.on('close', () => {
      stopPings();
      page.end();
    });
  };
  return {
    accept: (request, socket, head) => server.handleUpgrade(request, socket, head, serve),
    close: () => {
      for (const client of server.clients) {
        client.close(GOING_AWAY, 'kb has stopped');
        client.terminate();
      }
    },
  };
}

function pingRegularly(socket: WebSocket, clock: Clock): () => void {
  let isAlive = true;
  let cancel = (): void => undefined;
  socket.on('pong', () => (isAlive = true));
  const ping = (): void => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    cancel = clock.after(PING_MS, ping);
  };
  cancel = clock.after(PING_MS, ping);
  return () => cancel();
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
