import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import { requestHeaders, responseHeaders, writeBody } from '@kb/serving/http';
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
  const url = incoming.url ?? '/';
  const hasBody = incoming.headers['content-length'] !== undefined || 'transfer-encoding' in incoming.headers;
  return {
    method: incoming.method ?? 'GET',
    // A proxy sends the whole URL in the request line.
    path: url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, ''),
    headers: requestHeaders(incoming.headers),
    // A handler that stops reading still responds: the connection stays open.
    ...(hasBody && { body: incoming.iterator({ destroyOnReturn: false }) }),
  };
}

async function write(response: HttpResponse, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, body } = response;
  const head = responseHeaders(response);
  // The unread rest of a body would be in the way of the next request.
  if (!incoming.complete && !incoming.readableEnded) head.connection = 'close';
  outgoing.writeHead(status, head);
  if (body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  await writeBody(body, outgoing);
  outgoing.end();
}
