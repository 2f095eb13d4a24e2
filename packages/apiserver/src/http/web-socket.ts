import { webSocketAccept } from './adapters/web-socket-accept.ts';
import { toBytes } from './encode.ts';

type Headers = Readonly<Record<string, string>>;

/** Whether a request asks for a WebSocket. */
export function isWebSocketRequest(headers: Headers): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' &&
    listOf(headers.connection).some((token) => token.toLowerCase() === 'upgrade')
  );
}

/** The response to a request for a WebSocket: the headers sent with 101, or the reason for a refusal. */
export type WebSocketAnswer =
  | { readonly accepted: true; readonly headers: Headers }
  | { readonly accepted: false; readonly status: number; readonly headers: Headers; readonly body: Uint8Array };

/**
 * The response to a request for a WebSocket, as golang.org/x/net/websocket gives it, which serves kube-apiserver's
 * watches. The request needs a key, version 13 and an `Origin`, which Go's and browsers' clients send. A single
 * subprotocol is accepted, whatever it is; of several, none is.
 */
export function answerWebSocketRequest(headers: Headers): WebSocketAnswer {
  if ((headers['sec-websocket-key'] ?? '') === '') return refusal(400, 'mismatch challenge/response');
  if (headers['sec-websocket-version'] !== '13')
    return refusal(400, 'missing or bad WebSocket Version', { 'sec-websocket-version': '13' });
  if (!URL.canParse(headers.origin ?? '')) return refusal(403, 'a WebSocket needs an Origin header with a URL');
  const protocols = listOf(headers['sec-websocket-protocol']);
  if (protocols.length > 1) return refusal(400, 'only one WebSocket subprotocol may be asked for');
  const [protocol] = protocols;
  return { accepted: true, headers: protocol === undefined ? {} : { 'sec-websocket-protocol': protocol } };
}

/** Whether a request asks for another protocol. */
export function isUpgradeRequest({ connection = '' }: Headers): boolean {
  return connection.toLowerCase().includes('upgrade');
}

/**
 * The response to a request for a WebSocket with one of several subprotocols, the client's first that is supported. The
 * empty one stands for none. Web pages of other origins were refused before.
 */
export function answerChannelRequest(headers: Headers, supported: readonly string[]): WebSocketAnswer {
  const { 'sec-websocket-key': key = '' } = headers;
  if (key === '') return refusal(400, 'mismatch challenge/response');
  if (headers['sec-websocket-version'] !== '13')
    return refusal(400, 'missing or bad WebSocket Version', { 'sec-websocket-version': '13' });
  const asked = listOf(headers['sec-websocket-protocol']);
  const protocol = (asked.length === 0 ? [''] : asked).find((one) => supported.includes(one));
  if (protocol === undefined) return refusal(403, '');
  return {
    accepted: true,
    headers: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-accept': webSocketAccept(key),
      ...(protocol !== '' && { 'sec-websocket-protocol': protocol }),
    },
  };
}

function refusal(status: number, why: string, headers: Headers = {}): WebSocketAnswer {
  return { accepted: false, status, headers, body: toBytes(why) };
}

/** The values between the commas of a header. */
export function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
