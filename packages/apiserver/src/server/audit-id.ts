import { type HttpRequest, type Random, randomUuid } from '@kb/apimachinery';

/** Returns the id of a request in audit events: the first that the client has sent, else a random one. */
export function auditIdOf(headers: HttpRequest['headers'], random: Random): string {
  const [first = ''] = (headers['audit-id'] ?? '').split('\n', 1);
  return first || randomUuid(random);
}
