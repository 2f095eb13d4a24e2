import { badRequest, methodNotSupportedHere } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import { objectReply, type Reply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { writeCaller } from '../admission-caller.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { readWrite } from '../bodies/read-document.ts';
import { decodeSent } from '../bodies/read-object.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import { strategyContext } from '../../pipelines/strategy-context.ts';

/** Handles POST of a review: the kind's record computes the response, and nothing is stored. */
export async function handleReview({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource } = endpoint;
  const { review } = resource;
  if (!review) return refuse(methodNotSupportedHere());
  const { document, options } = await readWrite(request, resource, 'CreateOptions');
  const object = decodeSent(request, document, resource, options.fieldValidation);
  if (!resource.namespaced) delete object.metadata.namespace;
  else {
    object.metadata.namespace ||= endpoint.namespace;
    if (object.metadata.namespace !== endpoint.namespace)
      refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  resource.strategy.prepareForCreate?.(object, strategyContext(server, options.dryRun));
  const posted = trackUpdate({ server, resource, subresource: undefined, manager: options.manager }, undefined, object);
  const tracked = await admitPosted(server, {
    caller: writeCaller(server, request, 'CreateOptions'),
    operation: 'CREATE',
    resource,
    subresource: undefined,
    kind: resource,
    codec: resource.codec,
    namespace: endpoint.namespace,
    name: posted.metadata.name ?? '',
    object: posted,
    old: undefined,
  });
  server.notEnforced.check(resource, tracked, undefined, server.store);
  const { authorizer, serviceAccountTokens, authenticate } = server;
  const status = review(tracked, { user: request.user, authorizer, serviceAccountTokens, authenticate });
  return objectReply(201, resource, deepFreeze(resource.codec.encode({ ...tracked, status })));
}
