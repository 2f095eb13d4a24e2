import { failureStatus, fieldInvalid, formatFieldError, formatGroupResource, type Status } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';

/**
 * 422 of an update that must say which version it changes. It names the plural where other such answers have the kind.
 */
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

/** What a write may say of the object that it means. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Which of the preconditions an object does not satisfy; undefined when it satisfies all. */
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

/** Why a write that names another uid than the stored one fails, in the words of kube-apiserver's storage. */
export function uidMismatch(resource: ServedResource, object: FrozenObject, uid: string, dryRun: boolean): string {
  return storageError(resource, object, failedPrecondition(object, { uid }) ?? '', dryRun);
}

/**
 * What kube-apiserver's storage says of a write whose precondition failed. A dry run does not get as far as etcd, which
 * has its keys under a prefix.
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
