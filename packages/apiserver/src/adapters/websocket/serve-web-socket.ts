import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connection, HttpBody, HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import type { WebSocket } from 'ws';
import { carryConnection } from '@kb/apimachinery/server';
import { headerLines, linesOf } from '../../http/header-name.ts';
import { isWebSocketRequest } from '../../http/web-socket.ts';

/** The maximum size of a client's message, in bytes. Messages are discarded, because watches have no input. */
const MAX_RECEIVED = 64 * 1024;

/** A request for a WebSocket, after which Node no longer handles the connection as HTTP. */
export interface WebSocketRequest {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes after the head of the request. */
  readonly head: Buffer;
  readonly request: HttpRequest;
}

/**
 * The paths of connections into containers, which last as long as the client stays, and where clients may ask for other
 * protocols, also with a POST.
 */
export const CONNECTIONS: RegExp = /\/(?:exec|attach|portforward|proxy)(?:[/?]|$)/;

/**
 * True for a GET that requests a WebSocket, and for any request of another protocol to a connection into a container.
 * All other upgrades are ignored, as in kube-apiserver: the request is handled as if it had no `Upgrade` header.
 */
export function isServedUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const { upgrade = '', connection = '' } = headers;
  return (method === 'GET' && isWebSocketRequest({ upgrade, connection })) || CONNECTIONS.test(url);
}

/**
 * Serves a request for a WebSocket through the transport. A response with status 101 opens it: each piece of the
 * response's body is then one message, of text unless the content type is protobuf. Any other response is written
 * unchanged and closes the connection.
 */
export async function serveWebSocket(transport: Transport, asked: WebSocketRequest): Promise<void> {
  const { socket, request } = asked;
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  // Closing reports it.
  socket.on('error', () => undefined);
  const stopLooking = whenEnded(socket, () => gone.abort());
  try {
    const response = await transport.send(request, gone.signal);
    stopLooking();
    if (response.connection) await carry(asked, response, response.connection);
    else if (response.status !== 101) await writeAnswer(response, socket);
    else await sendMessages(response, await accept(asked, response));
  } catch {
    socket.destroy();
  } finally {
    gone.abort();
  }
}

/** Calls a function when a client closes its side without having sent more; until the returned one is called. */
function whenEnded(socket: Duplex, ended: () => void): () => void {
  // Without reading, nobody sees the end.
  const look = (): void => {
    if (socket.readableLength === 0) socket.read();
  };
  socket.on('readable', look);
  socket.once('end', ended);
  return () => {
    socket.off('readable', look);
    socket.off('end', ended);
  };
}

/** Writes the response 101, and carries the connection until it ends. */
async function carry({ socket, head }: WebSocketRequest, answer: HttpResponse, connection: Connection): Promise<void> {
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${linesOf(Object.entries(answer.headers))}\r\n`);
  if (head.length > 0) socket.unshift(head);
  await carryConnection(socket, connection);
}

/** Writes the response 101. Loads the WebSocket library on first use. */
async function accept({ incoming, socket, head }: WebSocketRequest, { headers }: HttpResponse): Promise<WebSocket> {
  const { WebSocketServer } = await import('ws');
  const { 'sec-websocket-protocol': protocol } = headers;
  // An empty list of protocols counts as none.
  if (typeof protocol !== 'string') delete incoming.headers['sec-websocket-protocol'];
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_RECEIVED,
    handleProtocols: () => (typeof protocol === 'string' ? protocol : false),
  });
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error('the client went away')));
    server.handleUpgrade(incoming, socket, head, resolve);
  });
}

/** Sends each chunk of a body as a message, no faster than the client reads, and closes the WebSocket. */
async function sendMessages({ headers, body }: HttpResponse, webSocket: WebSocket): Promise<void> {
  webSocket.on('error', () => undefined);
  const binary = String(headers['content-type'] ?? '').includes('protobuf');
  for await (const message of piecesOf(body)) {
    if (webSocket.readyState !== webSocket.OPEN) return;
    await new Promise<void>((resolve) => webSocket.send(message, { binary }, () => resolve()));
  }
  await new Promise((resolve) => {
    webSocket.once('close', resolve);
    webSocket.close(1000);
  });
}

/** Writes an HTTP response to a connection, and ends it. */
async function writeAnswer({ status, headers, body }: HttpResponse, socket: Duplex): Promise<void> {
  const length = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {};
  const lines = headerLines({ ...headers, ...length, connection: 'close' });
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n`);
  // A body of unknown length ends with the connection.
  for await (const piece of piecesOf(body)) socket.write(piece);
  socket.end();
}

function piecesOf(body: HttpBody): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return body instanceof Uint8Array ? [body] : body;
}
