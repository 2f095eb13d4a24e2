import { failureStatus, fieldInvalid, formatFieldError, formatGroupResource, type Status } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';

/** 422 for an update without the required resource version. It contains the plural instead of the kind. */
export function missingResourceVersion(resource: ServedResource, name: string): Status {
  const error = fieldInvalid('metadata.resourceVersion', 0, 'must be specified for an update');
  const subject = `${formatGroupResource(groupResource(resource))} ${JSON.stringify(name)}`;
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message: `${subject} is invalid: ${formatFieldError(error)}`,
    details: {
      name,
      group: resource.group,
      kind: resource.plural,
      causes: [{ reason: error.type, message: error.message, field: error.field }],
    },
  });
}

/** Conditions of a write on the current object. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The precondition that an object does not satisfy; undefined if it satisfies all. */
export function failedPrecondition(
  { metadata }: FrozenObject,
  { uid, resourceVersion }: Preconditions,
): string | undefined {
  const { uid: storedUid = '', resourceVersion: storedVersion = '' } = metadata;
  if (uid !== undefined && uid !== storedUid)
    return `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${storedUid}`;
  if (resourceVersion !== undefined && resourceVersion !== storedVersion)
    return `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${storedVersion}`;
  return undefined;
}

/** The message of kube-apiserver's storage for a write with another uid than the stored one. */
export function uidMismatch(resource: ServedResource, object: FrozenObject, uid: string, dryRun: boolean): string {
  return storageError(resource, object, failedPrecondition(object, { uid }) ?? '', dryRun);
}

/**
 * The message of kube-apiserver's storage for a failed precondition. A dry run does not reach etcd, whose keys have a
 * prefix.
 */
export function storageError(
  resource: ServedResource,
  { metadata }: FrozenObject,
  why: string,
  dryRun: boolean,
): string {
  const { namespace = '', name = '' } = metadata;
  const path = [resource.registryName, namespace, name].filter((part) => part !== '').join('/');
  const key = `${dryRun ? '' : '/registry'}/${path}`;
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}
