import type { IncomingMessage } from 'node:http';
import { isWebSocketRequest } from '../../http/web-socket.ts';

/**
 * True for a GET that asks for a WebSocket. All other upgrades are ignored, as kube-apiserver does: the request is
 * handled as if it had no `Upgrade` header.
 */
export function isWebSocketUpgrade({ method, headers }: IncomingMessage): boolean {
  const { upgrade = '', connection = '' } = headers;
  return method === 'GET' && isWebSocketRequest({ upgrade, connection });
}
