import { updateManaged, withEmptiedOf } from '@kb/apimachinery';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { timeOf } from './time-of.ts';

/** Works out who owns what after a write that is no apply, and writes it into the object's managed fields. */
export function trackUpdate(
  server: ServerContext,
  resource: Pick<ServedResource, 'managedEndpoint'>,
  subresource: string | undefined,
  manager: string,
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
