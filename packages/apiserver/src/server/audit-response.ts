import type { Status } from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';
import type { Reply } from '../answers/reply.ts';
import type { RequestAudit } from '../audit/request-audit.ts';
import { acceptsStatus, type Preferences } from '../http/negotiation.ts';
import { respond, type RespondContext } from './respond.ts';

/** Notes a reply for the audit log: a Status, and the object as JSON, in the form that the client gets. */
export async function auditReply(audit: RequestAudit, reply: Reply, context: RespondContext): Promise<void> {
  if (reply.type === 'raw' || reply.type === 'stream') return;
  if (reply.type === 'connection' || reply.type === 'proxied') return;
  if (reply.type === 'document' && isStatus(reply.body)) audit.respondedWith(reply.body);
  if (!audit.showsResponse) return;
  const { body } = await respond(reply, {
    ...context,
    representation: { ...context.representation, encoding: 'json', pretty: false },
  });
  audit.responded(parseJson(await bytesOf(body)));
}

/** Notes the Status of a failure for the audit log. kube-apiserver notes none that the client cannot read. */
export function auditStatus(audit: RequestAudit, status: Status, preferences: Preferences): void {
  if (!acceptsStatus(preferences)) return;
  audit.respondedWith(status);
  if (audit.showsResponse) audit.responded(parseJson(JSON.stringify(status)));
}

function isStatus(body: object): body is Status {
  return 'kind' in body && body.kind === 'Status';
}

async function bytesOf(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
