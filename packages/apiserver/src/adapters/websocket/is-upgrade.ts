import type { IncomingMessage } from 'node:http';
import { isWebSocketRequest } from '../../http/web-socket.ts';

/**
 * Whether a request is taken out of HTTP: whoever asks for a WebSocket with a GET. All other upgrades are ignored, as
 * by kube-apiserver: the request is answered as if it asked for none.
 */
export function isWebSocketUpgrade({ method, headers }: IncomingMessage): boolean {
  const { upgrade = '', connection = '' } = headers;
  return method === 'GET' && isWebSocketRequest({ upgrade, connection });
}
