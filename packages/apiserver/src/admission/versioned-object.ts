import type { JsonObject } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/**
 * Converts an object of one version of a resource to another. Rejects with the StatusError of a conversion webhook that
 * fails.
 */
export function convertVersion(
  object: ApiObject | FrozenObject,
  from: ServedResource,
  to: ServedResource,
): Promise<ApiObject> {
  return whenConverted(() => {
    // What webhooks have left in a custom object stays in it.
    const converted = from.custom
      ? from.managedEndpoint().convert?.(object as unknown as JsonObject, to.apiVersion)
      : undefined;
    if (converted) return { ...converted.object } as unknown as ApiObject;
    const stored = from.toStorage(from.codec.encode(object as ApiObject));
    return to.codec.encode(to.fromStorage(deepFreeze(stored)) as ApiObject);
  });
}

/** Converts the object before a change, and returns it as webhooks get it. */
export async function convertOld(old: FrozenObject, from: ServedResource, to: ServedResource): Promise<FrozenObject> {
  const converted = await convertVersion(old, from, to);
  return to.codec.forWebhooks?.encode(converted) ?? converted;
}
