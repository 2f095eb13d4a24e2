import type { WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { ApiObject } from '../../objects/api-object.ts';

/**
 * Runs both phases of admission for an object that is not stored itself: a Scale, a Binding, an Eviction, a review.
 * Returns the object, which is another one if a webhook or a policy has changed it; a promise only if a plugin waits.
 * Throws the StatusError of a refusal.
 */
export function admitPosted({ admission }: ServerContext, posted: WriteAttributes): ApiObject | Promise<ApiObject> {
  const validated = (object: ApiObject): ApiObject | Promise<ApiObject> =>
    admission.validate(posted, () => object)?.then(() => object) ?? object;
  const mutated = admission.mutate(posted);
  return mutated instanceof Promise ? mutated.then(validated) : validated(mutated);
}
