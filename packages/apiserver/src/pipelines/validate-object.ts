import { type FieldError, fieldInvalid, internalError, invalid } from '@kb/apimachinery';
import { validateFinalizers, validateObjectMeta, validateObjectMetaUpdate } from '@kb/apimachinery/server';
import { refuse } from '../refuse.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { standardFinalizers } from '../resources/collector-finalizers.ts';
import type { UpdateStrategy } from '../resources/strategy.ts';

/** Refuses an invalid new object. */
export function validateCreate(object: ApiObject, resource: ServedResource): void {
  const { namespaced, strategy } = resource;
  if (resource.custom) refuseOtherKind(object, undefined, resource, []);
  const errors = validateObjectMeta(object.metadata, { namespaced, nameCheck: strategy.nameCheck });
  if (!resource.custom && !strategy.anyFinalizer)
    errors.push(...validateFinalizerNames(object.metadata.finalizers ?? []));
  errors.push(...(strategy.validate?.(object) ?? []));
  refuseInvalid(object, { group: resource.storage.group, kind: resource.kind }, errors);
}

/**
 * Refuses an invalid change. `endpoint`: the update strategy of the resource or subresource. `sent`: the same object as
 * decoded.
 */
export function validateUpdate(
  object: ApiObject,
  old: FrozenObject,
  resource: ServedResource,
  endpoint: UpdateStrategy,
  sent: ApiObject,
): void {
  // kube-apiserver validates twice, for all kinds and for each kind, and reports the results of both.
  const metadata = validateObjectMetaUpdate(object.metadata, old.metadata);
  if (resource.custom) refuseOtherKind(object, old, resource, metadata);
  const errors = [...metadata, ...metadata];
  const { finalizers = [] } = object.metadata;
  errors.push(...validateFinalizers(finalizers, 'metadata.finalizers'));
  if (!resource.custom && !resource.strategy.anyFinalizer) errors.push(...validateFinalizerNames(finalizers));
  errors.push(...(endpoint.validateUpdate?.(object, old, sent) ?? []));
  refuseInvalid(object, { group: resource.storage.group, kind: resource.kind }, errors);
}

/** Refuses a custom object of another kind, whose fields have no schema. `metadata`: the errors of its metadata. */
function refuseOtherKind(
  object: ApiObject,
  old: FrozenObject | undefined,
  resource: ServedResource,
  metadata: readonly FieldError[],
): void {
  const kind = validateKind(object, resource);
  if (kind.length === 0) return;
  const rest = resource.strategy.validateOtherKind?.(object, old) ?? [];
  refuseInvalid(object, kindOf(object), [...metadata, ...kind, ...rest]);
}

/** Validates the kind of a custom object. */
function validateKind(object: ApiObject, { apiVersion, kind }: ServedResource): FieldError[] {
  if (object.apiVersion === '')
    refuse(internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'"));
  return [
    ...(object.kind === kind ? [] : [fieldInvalid('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [fieldInvalid('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

function kindOf({ apiVersion, kind }: ApiObject): Pick<ServedResource, 'group' | 'kind'> {
  return { group: apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '', kind };
}

/** Validates that finalizers of built-in kinds are known, or have a domain. */
function validateFinalizerNames(finalizers: readonly string[]): FieldError[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers.flatMap((name, index) => {
    return name.includes('/') || standardFinalizers.has(name)
      ? []
      : [fieldInvalid(`metadata.finalizers[${index}]`, name, why)];
  });
}

function refuseInvalid(
  object: ApiObject,
  { group, kind }: Pick<ServedResource, 'group' | 'kind'>,
  errors: readonly FieldError[],
): void {
  if (errors.length > 0) refuse(invalid({ group, kind }, object.metadata.name ?? '', errors));
}
