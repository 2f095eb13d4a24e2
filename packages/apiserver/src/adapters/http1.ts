import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpBody, HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { requestHeaders, responseHeaders, writeBody } from '@kb/serving/http';
import { orderedHeaders } from '../http/header-name.ts';
import { BrokenBodyError } from '../http/read-body.ts';
import { bodyChunks } from './body-chunks.ts';
import { clientCertificatesOf } from './presented-certificates.ts';
import { headProblem } from './head-problem.ts';
import { fromUtf8 } from './from-utf8.ts';
import { answerUnparsed, type ParserError, readUnparsed } from './unparsed-request.ts';
import { CONNECTIONS, serveWebSocket } from './websocket/serve-web-socket.ts';

/**
 * The rest of a body is read and discarded up to this many bytes, so that its connection can be used again; beyond
 * that, the connection ends. As in net/http.
 */
const MAX_DRAINED = 256 * 1024;
/** The timeout for a client to send a rest that is discarded, or to see the end of its connection. */
const LINGER_MS = 500;

/** The state of a connection. */
interface Connection {
  /** Requests without a response yet: several when they are pipelined. */
  pending: number;
  /** Ends reading of the current body. */
  breakBody: ((why: BrokenBodyError) => void) | undefined;
  /** The refusal to write after the responses to all pending requests, before the connection ends. */
  finalResponse: string | undefined;
}

const connections = new WeakMap<Duplex, Connection>();

function connectionOf(socket: Duplex): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = { pending: 0, breakBody: undefined, finalResponse: undefined };
    connections.set(socket, connection);
  }
  return connection;
}

/** Serves an HTTP/1 request: passes it to the transport, and writes the response. */
export async function serveHttp1(
  transport: Transport,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { socket } = incoming;
  const connection = connectionOf(socket);
  if (refuseHead(incoming, connection, socket)) return;
  connection.pending += 1;
  const gone = new AbortController();
  const leave = (): void => {
    gone.abort();
    outgoing.destroy();
  };
  outgoing.once('close', () => {
    socket.off('end', leave);
    if (!outgoing.writableFinished) gone.abort();
    connection.pending -= 1;
    if (connection.finalResponse !== undefined && connection.pending === 0) socket.end(connection.finalResponse);
  });
  // Other requests have a response even for a client that has closed its side.
  if (CONNECTIONS.test(incoming.url ?? '')) socket.once('end', leave);
  try {
    const hasBody = incoming.headers['content-length'] !== undefined || 'transfer-encoding' in incoming.headers;
    const body = hasBody ? bodyOf(incoming, connection, gone) : undefined;
    const response = await transport.send(requestOf(incoming, body), gone.signal);
    const ended = !hasBody || incoming.complete || (await drain(incoming, connection));
    await write(response, incoming, outgoing, ended);
  } catch (error) {
    // The client disconnected; nothing can be reported to it.
    if (!gone.signal.aborted) outgoing.destroy(error instanceof Error ? error : undefined);
  } finally {
    connection.breakBody = undefined;
  }
}

/** Serves a request for another protocol; from here on its connection no longer speaks HTTP. */
export async function serveUpgrade(
  transport: Transport,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const connection = connectionOf(socket);
  if (refuseHead(incoming, connection, socket)) return;
  // Unless the client waited for its earlier responses, they would get mixed up with this one.
  if (connection.pending > 0) socket.destroy();
  else await serveWebSocket(transport, { incoming, socket, head, request: requestOf(incoming, undefined) });
}

/**
 * Refuses a head that net/http refuses and Node's parser accepts, and ignores what follows. True: the request is done.
 */
function refuseHead(incoming: IncomingMessage, connection: Connection, socket: Duplex): boolean {
  if (connection.finalResponse !== undefined) return true;
  const problem = headProblem(incoming);
  if (problem !== undefined) endWith(connection, socket, problem);
  return problem !== undefined;
}

function requestOf(incoming: IncomingMessage, body: HttpBody | undefined): HttpRequest {
  const { path, host } = targetOf(incoming.url ?? '/');
  const { remoteAddress } = incoming.socket;
  return {
    method: incoming.method ?? 'GET',
    path,
    headers: { ...headersOf(incoming), ...(host !== undefined && { host }) },
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...clientCertificatesOf(incoming.socket),
    ...(body !== undefined && { body }),
  };
}

/**
 * The path and query of a request line, whose bytes are UTF-8. If it is a complete URL, its host replaces the header's.
 */
function targetOf(url: string): { path: string; host: string | undefined } {
  const [origin, host] = url.startsWith('/') ? [] : (/^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(url) ?? []);
  const path = url.slice(origin?.length);
  return { path: /[\u0080-\u00ff]/.test(path) ? Buffer.from(path, 'latin1').toString() : path, host };
}

/**
 * The headers, one string each. Those of impersonation may contain commas, and the first audit id counts, so their
 * values are on separate lines.
 */
function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers = requestHeaders(incoming.headers);
  for (const name in headers) {
    if (name.startsWith('impersonate-') || name === 'audit-id')
      headers[name] = fromUtf8((incoming.headersDistinct[name] ?? []).join('\n'));
  }
  return headers;
}

/**
 * The body as it arrives. Reading it fails with a {@link BrokenBodyError} when its encoding is invalid, and with the
 * signal's reason when the client disconnects.
 */
function bodyOf(incoming: IncomingMessage, connection: Connection, gone: AbortController): AsyncIterable<Uint8Array> {
  const broken = new Promise<never>((_, reject) => (connection.breakBody = reject));
  broken.catch(() => undefined);
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* bodyChunks(incoming, broken);
    } catch (error) {
      if (error instanceof BrokenBodyError) throw error;
      gone.abort();
      throw gone.signal.reason;
    }
  }
  return { [Symbol.asyncIterator]: read };
}

/**
 * Discards the rest of a body. False if it is too long, or does not arrive: then the connection cannot be used again.
 */
function drain(incoming: IncomingMessage, connection: Connection): Promise<boolean> {
  if (connection.finalResponse !== undefined || incoming.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = MAX_DRAINED;
    const finish = (ended: boolean): void => {
      clearTimeout(timer);
      incoming.off('data', take);
      incoming.off('end', end);
      incoming.off('close', end);
      resolve(ended);
    };
    const take = (chunk: Uint8Array): void => {
      left -= chunk.length;
      if (left < 0) finish(false);
    };
    const end = (): void => finish(incoming.complete);
    const timer = setTimeout(finish, LINGER_MS, false);
    incoming.on('data', take);
    incoming.on('end', end);
    incoming.on('close', end);
    incoming.resume();
  });
}

/** Writes a response. `ended`: the whole request has been read; otherwise the connection ends with the response. */
async function write(
  response: HttpResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ended: boolean,
): Promise<void> {
  // Connections of HTTP/1.1 stay open by default.
  if (incoming.httpVersionMinor > 0 && outgoing.shouldKeepAlive) outgoing.removeHeader('connection');
  const { status, body } = response;
  const headers = responseHeaders(response);
  if (!ended) headers.connection = 'close';
  // Some clients depend on the names, although they should not.
  const head = Object.fromEntries(orderedHeaders(headers));
  if (body instanceof Uint8Array) {
    outgoing.writeHead(status, head);
    if (ended) {
      outgoing.end(body);
      return;
    }
    outgoing.write(body);
    await lingers(incoming);
    outgoing.end();
    return;
  }
  outgoing.writeHead(status, head);
  outgoing.flushHeaders();
  // A client that has closed its side does not wait for the end of a watch.
  const { socket } = incoming;
  const hangUp = (): void => void outgoing.destroy();
  socket.once('end', hangUp);
  await writeBody(body, outgoing);
  socket.off('end', hangUp);
  outgoing.end();
}

/**
 * Keeps reading, so that data that the client still sends does not reset the connection before it has read the
 * response.
 */
function lingers(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      incoming.off('close', finish);
      incoming.off('end', finish);
      resolve();
    };
    const timer = setTimeout(finish, LINGER_MS);
    incoming.on('close', finish);
    incoming.on('end', finish);
    incoming.resume();
  });
}

/** Refuses bytes that are not HTTP, with net/http's message, and ends the connection. */
export function refuseMalformed(transport: Transport, error: ParserError, socket: Duplex): void {
  const connection = connectionOf(socket);
  if (connection.finalResponse !== undefined) return;
  // A head that does not arrive in time gets no response either.
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (connection.breakBody) {
    // The request has its own response; nothing is written after it.
    connection.finalResponse = '';
    connection.breakBody(bodyErrorOf(error.code));
    return;
  }
  const request = connection.pending === 0 ? readUnparsed(error) : undefined;
  if (request) {
    connection.finalResponse = '';
    void answerUnparsed(transport, request, socket);
  } else endWith(connection, socket, statusLineOf(error));
}

/** Ends a connection with a refusal, after the responses to all earlier requests. */
function endWith(connection: Connection, socket: Duplex, statusLine: string): void {
  connection.finalResponse = protocolError(statusLine);
  if (connection.pending === 0) socket.end(connection.finalResponse);
}

function statusLineOf({ code, message }: ParserError): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large';
    case 'HPE_INVALID_VERSION':
      return '505 HTTP Version Not Supported: unsupported protocol version';
    case 'HPE_INVALID_HEADER_TOKEN':
      return message.includes('value') ? '400 Bad Request' : '400 Bad Request: invalid header name';
    default:
      return '400 Bad Request';
  }
}

/** Go's error for reading a body; chunk extensions that are too long also give a 500. */
function bodyErrorOf(code: string | undefined): BrokenBodyError {
  switch (code) {
    case 'HPE_INVALID_CHUNK_SIZE':
      return new BrokenBodyError('invalid byte in chunk length');
    case 'HPE_INVALID_EOF_STATE':
      return new BrokenBodyError('unexpected EOF');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new BrokenBodyError('header line too long', true);
    default:
      return new BrokenBodyError('malformed chunked encoding');
  }
}

/** A response to bytes that are not a request. */
export function protocolError(statusLine: string): string {
  return `HTTP/1.1 ${statusLine}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${statusLine}`;
}
