import { notFound, type Status } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { documentReply, objectReply, type Reply } from '../http/reply.ts';
import type { FrozenObject } from '../resources/api-object.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import { deleteObject } from './delete-object.ts';
import { readDeleteOptions } from './delete-options.ts';
import type { Call } from './endpoint.ts';

const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/** DELETE of one object. */
export async function handleDelete({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace, name } = endpoint;
  const options = await readDeleteOptions(request);
  const stored = server.store.collection(resource.collection).get(namespace, name);
  if (!stored) return refuse(notFound(groupResource(resource), name));
  if (resource.collection === 'batch/jobs' && options.propagation === undefined) request.warn(JOB_WARNING);
  const { object, removed } = deleteObject(server, resource, stored, options);
  if (removed && !resource.strategy.returnsDeletedObject) return documentReply(200, removedStatus(resource, object));
  return objectReply(!removed && options.asksForBackground ? 202 : 200, resource, object);
}

/** The answer to the removal of an object of most kinds. */
function removedStatus({ group, plural }: ServedResource, { metadata }: FrozenObject): Status {
  const { name = '', uid = '' } = metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group !== '' && { group }), kind: plural, uid },
  };
}
