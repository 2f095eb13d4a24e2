import { badRequest, failureStatus } from '@kb/apimachinery';
import { refuse } from '../../refuse.ts';
import type { Reply } from '../../answers/reply.ts';
import { at } from '../../objects/api-object.ts';
import type { Call } from '../../context/call.ts';
import { getObject } from '../get.ts';

/**
 * Refuses requests that need a running container, because nothing runs here: logs, exec, attach, port-forward, proxy.
 */
export function handleContainerAccess(call: Call): Reply {
  const { name, subresource } = call.endpoint;
  if (subresource !== 'log' && call.request.query.has('dryRun')) refuse(badRequest('dryRun is not supported'));
  const pod = getObject(call);
  if (!at(pod, 'spec', 'nodeName')) {
    if (subresource === 'log') return { type: 'raw', status: 204, contentType: undefined, body: new Uint8Array() };
    refuse(badRequest(`pod ${name} does not have a host assigned`));
  }
  // Clients that requested another protocol understand 503 as "not here", and do not wait for it.
  const { upgrade } = call.request.headers;
  return refuse(
    failureStatus({
      ...(upgrade === undefined ? { code: 501 } : { code: 503, reason: 'ServiceUnavailable' }),
      message: `the embedded API server runs no containers: pods/${String(subresource)} is not supported`,
    }),
  );
}
