import type { AdmissionAttributes, AdmissionCaller } from '../../admission/admission-attributes.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { ApiObject } from '../../objects/api-object.ts';

/** A request with an object that is not stored itself: a Scale, a Binding, an Eviction, a review. */
export interface PostedObject extends Omit<AdmissionAttributes, 'caller'> {
  /** Undefined: no webhook is called. */
  readonly caller: AdmissionCaller | undefined;
  readonly object: ApiObject;
}

/**
 * Runs both phases of admission for an object that is not stored itself. Returns the object, which is another one if a
 * webhook has changed it; a promise only if there are webhooks. Throws the StatusError of a refusal.
 */
export function admitPosted(
  { admission }: ServerContext,
  { caller, object, ...posted }: PostedObject,
): ApiObject | Promise<ApiObject> {
  if (!caller) return object;
  const attributes: AdmissionAttributes = { ...posted, caller, object };
  const admitted = async (): Promise<ApiObject> => {
    const mutated = admission.mutate(attributes, () => undefined);
    const result = mutated === 'none' ? object : ((await mutated) ?? object);
    await admission.validate({ ...attributes, object: result });
    return result;
  };
  return admitted();
}
