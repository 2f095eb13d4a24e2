import { failureStatus, forbidden, type Status } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';

/** 403 for a forbidden request, with kube-apiserver's message. `reason`: the authorizer's; may be empty. */
export function forbiddenTo({ name: userName }: User, attributes: RequestAttributes, reason = ''): Status {
  const user = quoteString(userName);
  const withReason = (why: string): string => (reason === '' ? escapeHtml(why) : `${escapeHtml(why)}: ${reason}`);
  if (!attributes.isResource) {
    const why = withReason(`User ${user} cannot ${attributes.verb} path ${quoteString(attributes.path)}`);
    return failureStatus({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} });
  }
  const { verb, group, resource: plural, subresource, namespace, name } = attributes;
  const resource = quoteString(subresource === '' ? plural : `${plural}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quoteString(namespace)}`;
  const why = `User ${user} cannot ${verb} resource ${resource} in API group ${quoteString(group)} ${where}`;
  return forbidden({ group, plural }, name, withReason(why));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
