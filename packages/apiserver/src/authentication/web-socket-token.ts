import { unauthorized } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { isWebSocketRequest, listOf } from '../http/web-socket.ts';

const PREFIX = 'base64url.bearer.authorization.k8s.io.';

/**
 * Moves the bearer token in the subprotocols of a WebSocket to the `Authorization` header, which browsers cannot send.
 * The subprotocol is removed; another one is required, because the response has to name one. Throws the StatusError of
 * a token that cannot be decoded.
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

/** Decodes base64url without padding; undefined for other text, or for a token that a header cannot hold. */
function decode(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const token = Buffer.from(text, 'base64url').toString();
  return /^[!-~]+$/.test(token) ? token : undefined;
}
