import type { Call } from '../context/call.ts';
import { admitDeletion } from '../pipelines/admission/admit.ts';
import { checkPreconditions, type DeleteOptions } from '../pipelines/delete-object.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { deleteCaller } from './admission-caller.ts';

/**
 * Runs admission for the deletion of a stored object, again if another client changes it meanwhile. Returns the object
 * as it is then stored, undefined if it is gone; a promise only if a plugin acts on it. `name`: empty for the deletion
 * of a collection. Throws the StatusError of a refusal.
 */
export function admitStoredDeletion(
  { server, request, endpoint: { resource, name } }: Call,
  stored: StoredObject,
  options: DeleteOptions,
): StoredObject | undefined | Promise<StoredObject | undefined> {
  if (!server.admission.handlesDeletion(resource)) return stored;
  const collection = server.store.collection(resource.collection);
  const caller = deleteCaller(server, request, options);
  const admitOne = async ({ object, namespace }: StoredObject): Promise<void> => {
    const old = await whenConverted(() => resource.fromStorage(object));
    checkPreconditions(resource, old, options);
    await admitDeletion({ server, resource, namespace, name, old, caller });
  };
  const repeat = async (): Promise<StoredObject | undefined> => {
    let current: StoredObject | undefined = stored;
    for (;;) {
      await admitOne(current);
      const now = collection.get(stored.namespace, stored.name);
      if (now === current || !now) return now;
      current = now;
    }
  };
  return repeat();
}
