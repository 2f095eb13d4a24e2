import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpBody, HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { requestHeaders, responseHeaders, writeBody } from '@kb/serving/http';
import { BrokenBodyError } from '../http/read-body.ts';
import { bodyChunks } from './body-chunks.ts';
import { headProblem } from './head-problem.ts';
import { fromUtf8 } from './from-utf8.ts';
import { answerUnparsed, type ParserError, readUnparsed } from './unparsed-request.ts';
import { serveWebSocket } from './websocket/serve-web-socket.ts';

/**
 * What is left of a body of up to this many bytes is read and thrown away, so that its connection can be used again;
 * beyond that, the connection ends. As in net/http.
 */
const MAX_DRAINED = 256 * 1024;
/** How long a client may take to send what is thrown away, or to see the end of its connection. */
const LINGER_MS = 500;

/** The state of a connection. */
interface Connection {
  /** Requests without a response yet: several when they are pipelined. */
  pending: number;
  /** Breaks off reading of the current body. */
  breakBody: ((why: BrokenBodyError) => void) | undefined;
  /** The refusal that is written once all pending requests have their responses; then the connection ends. */
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

/** Serves a request of HTTP/1: hands it to the transport, and writes the response. */
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
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    connection.pending -= 1;
    if (connection.finalResponse !== undefined && connection.pending === 0) socket.end(connection.finalResponse);
  });
  try {
    const hasBody = incoming.headers['content-length'] !== undefined || 'transfer-encoding' in incoming.headers;
    const body = hasBody ? bodyOf(incoming, connection, gone) : undefined;
    const response = await transport.send(requestOf(incoming, body), gone.signal);
    const ended = !hasBody || incoming.complete || (await drain(incoming, connection));
    await write(response, incoming, outgoing, ended);
  } catch (error) {
    // The client went away; nothing can be reported to it.
    if (!gone.signal.aborted) outgoing.destroy(error instanceof Error ? error : undefined);
  } finally {
    connection.breakBody = undefined;
  }
}

/** Serves a request that asks for a WebSocket; its connection is no longer HTTP's from here on. */
export async function serveUpgrade(
  transport: Transport,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const connection = connectionOf(socket);
  if (refuseHead(incoming, connection, socket)) return;
  // A client that does not wait for its earlier responses would get them mixed up with this one.
  if (connection.pending > 0) socket.destroy();
  else await serveWebSocket(transport, { incoming, socket, head, request: requestOf(incoming, undefined) });
}

/**
 * Refuses a head that net/http refuses and Node's parser does not, and ignores what comes after one. True: nothing more
 * is to be done.
 */
function refuseHead(incoming: IncomingMessage, connection: Connection, socket: Duplex): boolean {
  if (connection.finalResponse !== undefined) return true;
  const problem = headProblem(incoming);
  if (problem !== undefined) endWith(connection, socket, problem);
  return problem !== undefined;
}

function requestOf(incoming: IncomingMessage, body: HttpBody | undefined): HttpRequest {
  const { path, host } = targetOf(incoming.url ?? '/');
  return {
    method: incoming.method ?? 'GET',
    path,
    headers: { ...headersOf(incoming), ...(host !== undefined && { host }) },
    ...(body !== undefined && { body }),
  };
}

/**
 * The path and query of a request line, whose bytes are UTF-8. It may have a whole URL, whose host then counts instead
 * of the header's.
 */
function targetOf(url: string): { path: string; host: string | undefined } {
  const [origin, host] = url.startsWith('/') ? [] : (/^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(url) ?? []);
  const path = url.slice(origin?.length);
  return { path: /[\u0080-\u00ff]/.test(path) ? Buffer.from(path, 'latin1').toString() : path, host };
}

/** The headers, one text each. Those of impersonation may hold commas: each of their values is on a line. */
function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers = requestHeaders(incoming.headers);
  for (const name in headers) {
    if (name.startsWith('impersonate-')) headers[name] = fromUtf8((incoming.headersDistinct[name] ?? []).join('\n'));
  }
  return headers;
}

/**
 * The body as it comes. Reading it ends with a {@link BrokenBodyError} when what comes is not a body, and with the
 * signal's reason when the client goes away.
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
 * Throws away what is left of a body. False when it is too much, or does not come: the connection can then not be used
 * again.
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

/** Writes an answer. `ended`: the whole request has been read; else the connection ends with the answer. */
async function write(
  response: HttpResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ended: boolean,
): Promise<void> {
  // Connections of HTTP/1.1 stay open by default.
  if (incoming.httpVersionMinor > 0 && outgoing.shouldKeepAlive) outgoing.removeHeader('connection');
  const { status, body } = response;
  const head = responseHeaders(response);
  if (!ended) head.connection = 'close';
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

/** Goes on reading, so that what the client still sends does not reset the connection before it has read its answer. */
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

/** Refuses what is not HTTP, in net/http's words; ends the connection. */
export function refuseMalformed(transport: Transport, error: ParserError, socket: Duplex): void {
  const connection = connectionOf(socket);
  if (connection.finalResponse !== undefined) return;
  // A head that does not come in time is not answered either.
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (connection.breakBody) {
    // The request has an answer of its own; nothing more is said after it.
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

/** Ends a connection with a refusal, once all requests before it have their responses. */
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

/** What reading a body fails with in Go, where extensions of chunks that are too long are 500 as well. */
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

/** A response to what is not a request. */
export function protocolError(statusLine: string): string {
  return `HTTP/1.1 ${statusLine}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${statusLine}`;
}
