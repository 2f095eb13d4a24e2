import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type Connection, connectionPair, type HttpRequest, type HttpResponse } from '@kb/apimachinery';
import { carryConnection, socketOver } from '@kb/apimachinery/server';
import { writeBody } from '@kb/serving/http';
import { headerName } from '../../../http/header-name.ts';

/** A request that is sent on a connection. */
export interface Exchange {
  readonly request: HttpRequest;
  /** Closes the connection when it is aborted. */
  readonly signal: AbortSignal | undefined;
  /** Speaks TLS, and trusts every certificate, as kube-apiserver's proxies do. */
  readonly isSecure: boolean;
}

/**
 * Sends a request as HTTP/1.1 on a connection of its own. Resolves when the head of the response has arrived. Rejects
 * with an Error in Go's words if there is no response. The connection ends with the response; after the response 101 it
 * is the response's.
 */
export function exchangeOver(connection: Connection, { request, signal, isSecure }: Exchange): Promise<HttpResponse> {
  const plain = socketOver(connection);
  const socket = isSecure ? connectTls({ socket: plain, rejectUnauthorized: false }) : plain;
  const close = (): void => void socket.destroy(signal?.reason instanceof Error ? signal.reason : undefined);
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) close();
  socket.once('close', () => signal?.removeEventListener('abort', close));
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      method: request.method,
      path: request.path,
      headers: headersOf(request),
      setHost: false,
      createConnection: () => socket,
    });
    outgoing.on('error', (error) => {
      socket.destroy();
      reject(signal?.aborted ? (signal.reason as Error) : inGosWords(error));
    });
    outgoing.on('response', (incoming) => resolve(responseOf(incoming, socket)));
    outgoing.on('upgrade', (incoming, raw: Duplex, head: Buffer) => {
      if (head.length > 0) raw.unshift(head);
      const [ours, theirs] = connectionPair();
      void carryConnection(raw, ours);
      resolve({ ...headOf(incoming), body: new Uint8Array(), connection: theirs });
    });
    void writeRequest(outgoing, request).catch((error: unknown) =>
      outgoing.destroy(error instanceof Error ? error : undefined),
    );
  });
}

function headersOf({ headers, body, method }: HttpRequest): Record<string, string | number> {
  const written = Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));
  const hasLength = headers['content-length'] !== undefined;
  if (body instanceof Uint8Array) return { ...written, 'Content-Length': body.length };
  const needsLength = body === undefined && !hasLength && !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
  // Go keeps connections open for other requests; here each request has its own.
  return { ...written, ...(needsLength && { 'Content-Length': 0 }) };
}

async function writeRequest(outgoing: ClientRequest, { body }: HttpRequest): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  await writeBody(body, outgoing);
  if (!outgoing.destroyed) outgoing.end();
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): Pick<HttpResponse, 'status' | 'headers'> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]];
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return { status: statusCode, headers };
}

function responseOf(incoming: IncomingMessage, socket: Duplex): HttpResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of incoming) yield piece as Buffer;
    } finally {
      socket.destroy();
    }
  }
  return { ...headOf(incoming), body: body() };
}

function inGosWords(error: Error & { readonly code?: unknown }): Error {
  return error.code === 'ECONNRESET' ? new Error('EOF', { cause: error }) : error;
}
