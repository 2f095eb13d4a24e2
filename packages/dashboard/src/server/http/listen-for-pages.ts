import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { listen } from '@kb/serving/http';
import { answerRequest } from './answer-request.ts';
import { refuseSocket } from './check-request.ts';
import { newSessionSecret, type RequestRules } from './session-secret.ts';

/** Options of {@link listenForPages}. */
export interface ListenForPagesOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly secret: string;
  readonly pageFolder: string | undefined;
  /** Gets a request that asks for the WebSocket and may have it. */
  readonly onSocket: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** A server that is listening. */
export interface PageListener {
  readonly port: number;
  close(): Promise<void>;
}

const HEAD_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 256;

/** Serves the page on 127.0.0.1. Rejects with the system's error when the port is in use. */
export async function listenForPages(options: ListenForPagesOptions): Promise<PageListener> {
  const { secret, pageFolder, onSocket } = options;
  const server = createServer({ headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: HEAD_TIMEOUT_MS });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, { port: options.port, host: '127.0.0.1' });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const rules: RequestRules = { port, secret, cookie: newSessionSecret() };
  server.on('request', (request, response) => {
    request.resume();
    const answered = answerRequest(request, response, { ...rules, pageFolder, newNonce: newSessionSecret });
    // The browser has closed the connection.
    void answered.catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = refuseSocket(request.headers, rules);
    if (refusal !== undefined) refuseUpgrade(socket, refusal.status, refusal.message);
    else if (request.url?.split('?')[0] !== '/socket') refuseUpgrade(socket, 404, 'There is no such socket.');
    else onSocket(request, socket, head);
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  const body = `${message}\n`;
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\nConnection: close\r\n`;
  // The other end may leave its own half open, for which a server that closes would wait.
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}
