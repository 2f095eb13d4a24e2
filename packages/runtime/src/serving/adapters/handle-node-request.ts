import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { HttpHandler } from '../http-server.ts';
import { textResponse } from '../text-response.ts';

/** The options of the server that handle a request. */
interface Answering {
  readonly name: string;
  readonly handler: HttpHandler;
  readonly log: Logger;
}

/** Passes a request of Node's server to a handler, and writes the response. Never rejects. */
export async function handleNodeRequest(
  { name, handler, log }: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const cut = (): void => gone.abort(closing.reason);
  closing.addEventListener('abort', cut, { once: true });
  outgoing.once('close', () => {
    closing.removeEventListener('abort', cut);
    if (!outgoing.writableFinished) gone.abort(new Error('the client went away'));
  });
  try {
    await write(await respond(handler, requestOf(incoming), gone.signal, log, name), incoming, outgoing);
  } catch (error) {
    if (gone.signal.aborted) return;
    log.error(error, 'Response not written', { server: name });
    outgoing.destroy();
  }
}

async function respond(
  handler: HttpHandler,
  request: HttpRequest,
  signal: AbortSignal,
  log: Logger,
  server: string,
): Promise<HttpResponse> {
  try {
    return await handler(request, signal);
  } catch (error) {
    if (!signal.aborted) log.error(error, 'Request failed', { server, method: request.method, path: request.path });
    return textResponse(500, 'Internal Server Error\n');
  }
}

function requestOf(incoming: IncomingMessage): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const url = incoming.url ?? '/';
  const hasBody = incoming.headers['content-length'] !== undefined || 'transfer-encoding' in incoming.headers;
  return {
    method: incoming.method ?? 'GET',
    // A proxy sends the whole URL in the request line.
    path: url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, ''),
    headers,
    // A handler that stops reading still responds: the connection stays open.
    ...(hasBody && { body: incoming.iterator({ destroyOnReturn: false }) }),
  };
}

async function write(
  { status, headers, body }: HttpResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) {
    outgoing.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  // The unread rest of a body would be in the way of the next request.
  if (!incoming.complete && !incoming.readableEnded) outgoing.setHeader('connection', 'close');
  if (body instanceof Uint8Array) {
    outgoing.setHeader('content-length', body.length);
    outgoing.writeHead(status);
    outgoing.end(incoming.method === 'HEAD' ? undefined : body);
    return;
  }
  outgoing.writeHead(status);
  for await (const chunk of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
