import { type Connection, type HttpResponse, isStatusError } from '@kb/apimachinery';
import { linkedAbort } from '../abort/abort-signals.ts';
import type { CallOptions } from '../call-options.ts';
import { StreamError } from '../errors/stream-error.ts';
import { type RequestSubject, statusErrorOf } from '../response/failure-status.ts';
import { warningsOf } from '../response/headers.ts';
import { beginRequest, traceRequest } from '../rest/request/begin-request.ts';
import { encodeQuery } from '../rest/request/query.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import type { RestRequest } from '../rest/request/rest-request.ts';
import { createSending } from '../rest/request/sending.ts';
import { type Handshake, startHandshake } from './handshake.ts';
import { type WebSocketChannel, webSocketOn } from './web-socket.ts';

/** A request for a stream: a GET whose query may repeat parameters. */
export interface StreamRequest extends Pick<RestRequest, 'path' | 'subject'> {
  readonly query: readonly (readonly [name: string, value: string | number | boolean])[];
}

/**
 * Opens a WebSocket for a subresource of a Pod. For observers, the request ends when it is open. Rejects with the
 * StatusError of a server that refuses it, a ConnectionError, or a StreamError (`KB_NO_WEB_SOCKETS`) if the transport
 * or a proxy has no WebSockets.
 */
export function openChannel(
  config: RestConfig,
  { path, subject = {}, query }: StreamRequest,
  protocols: readonly string[],
  options: CallOptions,
): Promise<WebSocketChannel> {
  const request = { method: 'GET', path, subject } as const;
  return traceRequest(config, request, async (span) => {
    const parameters = query.map(([name, value]) => encodeQuery({ [name]: value }).slice(1)).filter(Boolean);
    const target = `${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
    const handshake = await startHandshake(protocols);
    const headers = { 'user-agent': config.userAgent, ...handshake.headers };
    const sending = createSending({ method: 'GET', path: target, headers }, options.beforeSend);
    const observation = beginRequest(config, request);
    const abort = linkedAbort(options.signal);
    let status: number | undefined;
    try {
      const response = await config.transport.send(sending.request, abort.signal);
      ({ status } = response);
      sending.answered(status);
      span?.set('http.response.status_code', status);
      for (const text of warningsOf(response.headers)) (options.onWarning ?? config.onWarning)?.(text);
      const connection = await connectionOf(response, path, subject);
      const channel = webSocketOn(connection, acceptedProtocol(handshake, response, connection), config.clock);
      observation?.end({ requestBytes: 0, status });
      void connection.closed.then(() => abort.unlink());
      return channel;
    } catch (thrown) {
      // The rest of a response that is not a WebSocket is left.
      abort.abort(thrown);
      abort.unlink();
      const error = sending.failed(thrown);
      observation?.end({
        requestBytes: 0,
        ...(status !== undefined && { status }),
        ...(!isStatusError(error) && { error }),
      });
      throw error;
    }
  });
}

async function connectionOf(response: HttpResponse, path: string, subject: RequestSubject): Promise<Connection> {
  const { status, connection } = response;
  if (status !== 101 && (status < 200 || status > 299)) throw await statusErrorOf(response, 'GET', subject);
  if (connection !== undefined) return connection;
  const message = `${path} did not become a WebSocket (status ${status}): a proxy or the transport does not support them`;
  throw new StreamError('KB_NO_WEB_SOCKETS', message);
}

/** Returns the protocol that the server chose. Closes the connection, and throws, if the handshake failed. */
function acceptedProtocol(handshake: Handshake, { headers }: HttpResponse, connection: Connection): string {
  try {
    return handshake.protocolOf(headers);
  } catch (error) {
    connection.close();
    throw error;
  }
}
