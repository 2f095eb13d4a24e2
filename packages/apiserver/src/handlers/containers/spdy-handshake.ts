import { type RawReply, textReply } from '../../answers/reply.ts';
import { listOf } from '../../http/web-socket.ts';

/** The response to a request for SPDY/3.1: the headers of 101, or a refusal. */
export type SpdyAnswer =
  { readonly protocol: string; readonly headers: Readonly<Record<string, string>> } | { readonly refusal: RawReply };

/** Chooses the client's first protocol that is supported, as the kubelet does. */
export function answerSpdyRequest(headers: Readonly<Record<string, string>>, supported: readonly string[]): SpdyAnswer {
  const { upgrade = '', 'x-stream-protocol-version': versions } = headers;
  if (!upgrade.toLowerCase().includes('spdy/3.1'))
    return { refusal: textReply(400, 'unable to upgrade: missing upgrade headers in request') };
  if (versions === undefined) {
    const missing = `header X-Stream-Protocol-Version does not exist in request with ${Object.keys(headers).length} headers`;
    return { refusal: textReply(400, `unable to upgrade: ${missing}`) };
  }
  const asked = listOf(versions);
  if (asked.length === 0) {
    const empty = `header X-Stream-Protocol-Version contains [${versions}], but no valid protocols`;
    return { refusal: textReply(400, `unable to upgrade: ${empty}`) };
  }
  const protocol = asked.find((one) => supported.includes(one));
  if (protocol === undefined) {
    const why = `client supports [${asked.join(' ')}], server accepts [${supported.join(' ')}]`;
    const refusal = textReply(403, `unable to upgrade: unable to negotiate protocol: ${why}`);
    return { refusal: { ...refusal, headers: { 'x-accepted-stream-protocol-versions': supported } } };
  }
  return {
    protocol,
    headers: { upgrade: 'SPDY/3.1', connection: 'Upgrade', 'x-stream-protocol-version': protocol },
  };
}
