import { badRequest, notFound } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { booleanParameter } from '../http/query.ts';
import { objectReply, type Reply } from '../answers/reply.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { Call } from '../context/call.ts';
import { parseRevision, waitForRevision } from './lists/wait-for-revision.ts';

/** Handles GET of one object. */
export async function handleGet(call: Call): Promise<Reply> {
  const { endpoint, request } = call;
  if (booleanParameter(request.query, 'export'))
    refuse(badRequest('the export parameter, deprecated since v1.14, is no longer supported'));
  const resourceVersion = request.query.get('resourceVersion') ?? '';
  await waitForRevision(call, parseRevision(resourceVersion, 'get') ?? 0, resourceVersion);
  return objectReply(200, endpoint.resource, getObject(call));
}

/** The object that a request names, in the request's version. Throws the StatusError of a missing one. */
export function getObject({ server, endpoint }: Pick<Call, 'server' | 'endpoint'>): FrozenObject {
  const { resource, namespace, name } = endpoint;
  const stored = server.store.collection(resource.collection).get(namespace, name);
  return stored ? resource.fromStorage(stored.object) : refuse(notFound(groupResource(resource), name));
}
