import { badRequest, failureStatus } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { refuse } from '../../refuse.ts';

/** Refuses the dry run of a connection. */
export function refuseDryRun({ request }: Call): void {
  if (request.query.has('dryRun')) refuse(badRequest('dryRun is not supported'));
}

/** Refuses a request for a container on a server that has nothing that stands in for containers. */
export function noContainers({ request, endpoint }: Call): never {
  // Clients that requested another protocol understand 503 as "not here", and do not wait for it.
  const { upgrade } = request.headers;
  return refuse(
    failureStatus({
      ...(upgrade === undefined ? { code: 501 } : { code: 503, reason: 'ServiceUnavailable' }),
      message: `the embedded API server runs no containers: ${endpoint.resource.plural}/${String(endpoint.subresource)} is not supported`,
    }),
  );
}
