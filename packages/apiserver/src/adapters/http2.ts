import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { requestHeaders, responseHeaders, writeBody } from '@kb/serving/http';
import { bodyChunks } from './body-chunks.ts';
import { clientCertificatesOf } from './presented-certificates.ts';
import { fromUtf8 } from './from-utf8.ts';

/** The settings of kube-apiserver. */
const http2Settings = { maxConcurrentStreams: 100, initialWindowSize: 256 * 1024, maxHeaderListSize: 1_048_896 };
/** The maximum number of header fields; their total size is limited as well. */
const MAX_HEADERS = 20_000;
/** The maximum memory of a connection, in megabytes: enough for a hundred watches of slow clients. */
const MAX_SESSION_MEMORY = 256;

/** Creates an HTTP/2 server without a port: the listener passes it the connections that negotiated HTTP/2. */
export function createHttp2Server(transport: Transport): Http2Server {
  const server = createServer({
    settings: http2Settings,
    maxHeaderListPairs: MAX_HEADERS,
    maxSessionMemory: MAX_SESSION_MEMORY,
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: string[]) => {
    void serveHttp2(transport, stream, { ...headers, ...valuesOnLines(raw) });
  });
  // A connection that does not speak HTTP/2 after all is closed; nothing else needs to be done.
  server.on('sessionError', () => undefined);
  return server;
}

async function serveHttp2(
  transport: Transport,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const gone = new AbortController();
  let answered = false;
  // Node's report about the stream does not help: Node ends streams when their connection closes, which then look as if
  // their response was complete.
  stream.once('close', () => {
    if (!answered) gone.abort();
  });
  // Closing reports it.
  stream.on('error', () => undefined);
  try {
    const response = await transport.send(requestOf(stream, headers, gone), gone.signal);
    if (stream.destroyed || stream.closed) gone.abort();
    else await write(response, stream, headers[':method'] === 'HEAD');
    answered = true;
  } catch {
    if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

/** The headers of impersonation, and audit ids, with each value on a line, as over HTTP/1.1. */
function valuesOnLines(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!name.startsWith('impersonate-') && name !== 'audit-id') continue;
    const before = headers[name];
    headers[name] = before === undefined ? fromUtf8(value) : `${before}\n${fromUtf8(value)}`;
  }
  return headers;
}

function requestOf(stream: ServerHttp2Stream, received: IncomingHttpHeaders, gone: AbortController): HttpRequest {
  const headers = requestHeaders(received);
  // As in net/http, `:authority` is the host, and the Host header only counts without it.
  const authority = received[':authority'];
  if (authority !== undefined) headers.host = authority;
  const remoteAddress = stream.session?.socket.remoteAddress;
  return {
    method: received[':method'] ?? 'GET',
    path: received[':path'] ?? '',
    headers,
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...clientCertificatesOf(stream.session?.socket),
    ...(!stream.endAfterHeaders && { body: bodyOf(stream, headers.expect, gone) }),
  };
}

function bodyOf(
  stream: ServerHttp2Stream,
  expect: string | undefined,
  gone: AbortController,
): AsyncIterable<Uint8Array> {
  async function* read(): AsyncGenerator<Uint8Array> {
    if (expect?.toLowerCase() === '100-continue') stream.additionalHeaders({ ':status': 100 });
    try {
      yield* bodyChunks(stream);
    } catch {
      gone.abort();
    }
    if (gone.signal.aborted) throw gone.signal.reason;
  }
  return { [Symbol.asyncIterator]: read };
}

async function write(response: HttpResponse, stream: ServerHttp2Stream, isHead: boolean): Promise<void> {
  const { status, body } = response;
  const head: OutgoingHttpHeaders = { ':status': status, ...responseHeaders(response) };
  // HTTP/2 does not have this header.
  delete head.connection;
  if (body instanceof Uint8Array) {
    if (isHead) delete head['content-length'];
    stream.respond(head, { endStream: isHead || body.length === 0 });
    if (!isHead && body.length > 0) stream.end(body);
  } else {
    stream.respond(head);
    await writeBody(body, stream);
    stream.end();
  }
  // A body that is not read to its end would wait for space forever.
  if (!stream.readableEnded && !stream.endAfterHeaders) stream.close(constants.NGHTTP2_NO_ERROR);
}
