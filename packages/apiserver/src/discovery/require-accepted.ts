import { failureStatus } from '@kb/apimachinery';
import { parseAccept } from '../http/media-type.ts';
import { refuse } from '../refuse.ts';

/**
 * Throws the StatusError of a request that does not accept the only media type of a document. As in kube-apiserver's
 * router, ranges other than all types do not count.
 */
export function requireAccepted(accept: string | undefined, type: string): void {
  const accepted = new Set(parseAccept(accept).map((range) => range.type));
  if (accepted.has('*/*') || accepted.has(type)) return;
  const message = `406: Not Acceptable\n\nAvailable representations: ${type}`;
  refuse(failureStatus({ code: 406, reason: 'NotAcceptable', message, details: {} }));
}
