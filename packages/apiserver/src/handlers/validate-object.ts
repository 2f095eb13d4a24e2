import { type FieldError, fieldInvalid, invalid, validateObjectMeta, validateObjectMetaUpdate } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiObject, FrozenObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { UpdateStrategy } from '../strategies/strategy.ts';

/** Refuses a new object that is not valid. */
export function validateCreate(object: ApiObject, resource: ServedResource): void {
  const { namespaced, strategy } = resource;
  const errors = validateObjectMeta(object.metadata, { namespaced, nameCheck: strategy.nameCheck });
  if (!resource.custom) errors.push(...validateFinalizerNames(object.metadata.finalizers ?? []));
  errors.push(...(strategy.validate?.(object) ?? []));
  refuseInvalid(object, resource, errors);
}

/** Refuses a change that is not valid. `endpoint`: how the resource, or the subresource that is written through, sees changes. */
export function validateUpdate(
  object: ApiObject,
  old: FrozenObject,
  resource: ServedResource,
  endpoint: UpdateStrategy,
): void {
  // kube-apiserver looks twice, for all kinds and for each kind, and tells what it finds as often.
  const metadata = validateObjectMetaUpdate(object.metadata, old.metadata);
  const errors = [...metadata, ...metadata];
  if (!resource.custom) errors.push(...validateFinalizerNames(object.metadata.finalizers ?? []));
  errors.push(...(endpoint.validateUpdate?.(object, old) ?? []));
  refuseInvalid(object, resource, errors);
}

const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Finalizers of built-in kinds are known ones, or say whose they are. */
function validateFinalizerNames(finalizers: readonly string[]): FieldError[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers.flatMap((name, index) => {
    return name.includes('/') || STANDARD_FINALIZERS.has(name)
      ? []
      : [fieldInvalid(`metadata.finalizers[${index}]`, name, why)];
  });
}

function refuseInvalid(object: ApiObject, { group, kind }: ServedResource, errors: readonly FieldError[]): void {
  if (errors.length > 0) refuse(invalid({ group, kind }, object.metadata.name ?? '', errors));
}
