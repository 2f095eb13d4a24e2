import type { Reply } from '../answers/reply.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import { warnOfDelete } from './delete.ts';
import { deleteObject } from '../pipelines/delete-object.ts';
import { admitStoredDeletion } from './admit-deletion.ts';
import { readDeleteOptions } from './bodies/delete-options.ts';
import type { Call } from '../context/call.ts';
import { listPage } from './lists/list.ts';

/**
 * Handles DELETE of a collection: deletes the objects that a list with the same options finds, and returns that list.
 */
export async function handleDeleteCollection(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource } = endpoint;
  const options = await readDeleteOptions(request);
  warnOfDelete(resource, options, request.warn);
  const { reply, stored } = await listPage(call);
  const collection = server.store.collection(resource.collection);
  for (const { namespace, name } of stored) {
    const turn = server.turns.beforeStep();
    if (turn) {
      await turn;
      request.signal?.throwIfAborted();
    }
    // An object that is already gone needs no deletion.
    const found = collection.get(namespace, name);
    const admitted = found && admitStoredDeletion(call, found, options);
    const current = admitted instanceof Promise ? await admitted : admitted;
    if (current) await whenConverted(() => deleteObject(server, resource, current, options));
  }
  return reply;
}
