import { deletedStatus, forbidden, notFound, type Status } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { documentReply, objectReply, type Reply } from '../answers/reply.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { afterConversion } from '../resources/conversion-needed.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import { deleteObject, type DeleteOptions } from '../pipelines/delete-object.ts';
import { admitStoredDeletion } from './admit-deletion.ts';
import { readDeleteOptions } from './bodies/delete-options.ts';
import type { Call } from '../context/call.ts';

/** Handles DELETE of one object. */
export async function handleDelete(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name } = endpoint;
  const options = await readDeleteOptions(request);
  warnOfDelete(resource, options, request.warn);
  const why = resource.strategy.keeps?.(name);
  if (why !== undefined) refuse(forbidden(groupResource(resource), name, why));
  const found = server.store.collection(resource.collection).get(namespace, name);
  const admitted = found && admitStoredDeletion(call, found, options);
  const stored = admitted instanceof Promise ? await admitted : admitted;
  if (!stored) return refuse(notFound(groupResource(resource), name));
  // Webhooks that the deletion was admitted by are not called again while it is converted.
  const { shown, removed, isShown } = await afterConversion(resource, () =>
    deleteObject(server, resource, stored, options),
  );
  const object = await shown();
  if (removed && !isShown && !resource.strategy.returnsDeletedObject)
    return documentReply(200, removedStatus(resource, object));
  if (isShown && resource.custom && request.representation.transform === 'none')
    return documentReply(200, { apiVersion: resource.apiVersion, kind: resource.kind });
  return objectReply(!removed && options.asksForBackground ? 202 : 200, resource, object);
}

/** Warns about a delete without a propagation policy, if the kind's default is unusual. */
export function warnOfDelete(
  { strategy }: ServedResource,
  { propagation }: DeleteOptions,
  warn: (text: string) => void,
): void {
  if (strategy.deleteWarning !== undefined && propagation === undefined) warn(strategy.deleteWarning);
}

/** The response to the deletion of an object of most kinds. */
function removedStatus(resource: ServedResource, { metadata: { name = '', uid = '' } }: FrozenObject): Status {
  return deletedStatus(groupResource(resource), name, uid);
}
