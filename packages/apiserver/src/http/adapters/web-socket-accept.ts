/** What the key of a request for a WebSocket is joined with (RFC 6455). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The value of `Sec-WebSocket-Accept` for a key. */
export function webSocketAccept(key: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha1', key + GUID, 'base64');
}
