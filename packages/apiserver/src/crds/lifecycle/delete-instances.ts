import type { ServerContext } from '../../context/server-context.ts';
import { deleteObject, type DeleteResult, plainDelete } from '../../pipelines/delete-object.ts';
import { onceConverted } from '../../resources/conversion-needed.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';

/**
 * Deletes all current objects of a resource, while `goesOn` returns true. Returns undefined if it is complete; a
 * promise if there were many, or if a webhook had to convert objects stored in an older version. The promise rejects
 * with the StatusError of a failed conversion.
 */
export function deleteInstances(
  server: ServerContext,
  resource: ServedResource,
  goesOn: () => boolean,
): Promise<void> | undefined {
  const collection = server.store.collection(resource.collection);
  const instances = collection.walk()[Symbol.iterator]();

  const deleteOne = ({ namespace, name }: StoredObject): DeleteResult | undefined | Promise<DeleteResult> => {
    const current = goesOn() ? collection.get(namespace, name) : undefined;
    return current && onceConverted(() => deleteObject(server, resource, current, plainDelete));
  };
  /** Deletes until it has to wait. */
  const proceed = (): Promise<unknown> | undefined => {
    for (let next = instances.next(); !next.done && goesOn(); next = instances.next()) {
      const { value } = next;
      const turn = server.turns.beforeStep();
      const deleted = turn ? turn.then(() => deleteOne(value)) : deleteOne(value);
      if (deleted instanceof Promise) return deleted;
    }
    return undefined;
  };
  const proceedAfter = async (first: Promise<unknown>): Promise<void> => {
    for (let waiting: Promise<unknown> | undefined = first; waiting; waiting = proceed()) await waiting;
  };
  // As upstream, nothing is deleted if not all objects can be listed.
  const first = resource.prepare
    ? onceConverted(() => {
        resource.prepare?.([...collection.walk()].map(({ object }) => object));
        return proceed();
      })
    : proceed();
  return first && proceedAfter(first);
}
