import { unauthorized } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { isWebSocketRequest, listOf } from '../http/web-socket.ts';

const PREFIX = 'base64url.bearer.authorization.k8s.io.';

/**
 * The headers of a request, in which the bearer token of a WebSocket's subprotocols stands as `Authorization`: browsers
 * can send none. The subprotocol is taken away; another one must be there to be answered. Throws the StatusError of a
 * token that cannot be read.
 */
export function withWebSocketToken(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'sec-websocket-protocol': asked } = headers;
  if (!asked?.includes(PREFIX) || !isWebSocketRequest(headers)) return headers;
  const protocols = listOf(asked);
  const tokens = protocols.filter((protocol) => protocol.startsWith(PREFIX));
  const others = protocols.filter((protocol) => !protocol.startsWith(PREFIX));
  const [first] = tokens;
  if (first === undefined) return headers;
  const token = decode(first.slice(PREFIX.length));
  if (tokens.length > 1 || others.length === 0 || token === undefined) refuse(unauthorized());
  return { authorization: `Bearer ${token}`, ...headers, 'sec-websocket-protocol': others.join(',') };
}

/**
 * The text of base64url without padding; undefined for what is not base64url, or not a token that a header can hold.
 */
function decode(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const token = Buffer.from(text, 'base64url').toString();
  return /^[!-~]+$/.test(token) ? token : undefined;
}
