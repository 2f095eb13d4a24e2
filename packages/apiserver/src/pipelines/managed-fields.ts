import { updateManaged, withEmptiedOf } from '@kb/apimachinery/managed-fields';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { timeOf } from './time-of.ts';

/** The manager and the endpoint of a write. */
export interface TrackedWrite {
  readonly server: ServerContext;
  readonly resource: Pick<ServedResource, 'managedEndpoint'>;
  /** Undefined: the resource itself. */
  readonly subresource: string | undefined;
  /** The field manager. */
  readonly manager: string;
}

/**
 * Computes the owners of all fields after a write other than an apply, and sets the object's managed fields. `live`:
 * the stored object; undefined for a new one. `next`: the new object.
 */
export function trackUpdate(
  { server, resource, subresource, manager }: TrackedWrite,
  live: FrozenObject | undefined,
  next: ApiObject,
): ApiObject {
  const tracked = updateManaged({
    ...resource.managedEndpoint(subresource),
    live: live && asJson(live),
    next: asJson(next),
    manager,
    now: timeOf(server),
  });
  return withEmptiedOf(asJson(next), tracked) as ApiObject & typeof tracked;
}
