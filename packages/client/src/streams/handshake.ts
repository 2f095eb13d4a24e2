import type { HttpResponse } from '@kb/apimachinery';
import { StreamError } from '../errors/stream-error.ts';
import { randomBytes, sha1 } from './web-crypto-adapter.ts';

/** The client's side of the handshake of a WebSocket (RFC 6455). */
export interface Handshake {
  /** The headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the subprotocol that the server chose. Throws a StreamError if its response is not that of a WebSocket. */
  protocolOf(headers: HttpResponse['headers']): string;
}

/** The constant that a server adds to the client's key. */
const SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY_LENGTH = 16;

/** Starts a handshake for one of these subprotocols. */
export async function startHandshake(protocols: readonly string[]): Promise<Handshake> {
  const key = base64(randomBytes(KEY_LENGTH));
  const expected = base64(await sha1(key + SUFFIX));
  return {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': key,
      'sec-websocket-version': '13',
      'sec-websocket-protocol': protocols.join(', '),
    },
    protocolOf: (headers) => {
      const protocol = headers['sec-websocket-protocol'];
      if (headers['sec-websocket-accept'] !== expected) throw refused('did not accept the key of the handshake');
      if (headers['sec-websocket-extensions'] !== undefined) throw refused('chose an extension that is not offered');
      if (typeof protocol === 'string' && protocols.includes(protocol)) return protocol;
      throw refused(`chose none of the protocols ${protocols.join(', ')}`);
    },
  };
}

const refused = (why: string): StreamError =>
  new StreamError('KB_NO_WEB_SOCKETS', `the server opened a WebSocket, but ${why}: is it a Kubernetes API server?`);

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
