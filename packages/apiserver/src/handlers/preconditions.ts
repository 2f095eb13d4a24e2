import { failureStatus, fieldInvalid, formatFieldError, formatGroupResource, type Status } from '@kb/apimachinery';
import type { FrozenObject } from '../resources/api-object.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';

/** 422 of an update that must say which version it changes. It names the plural where other such answers have the kind. */
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

/** Why a write that names another uid than the stored one fails, in the words of kube-apiserver's storage. */
export function uidMismatch(resource: ServedResource, object: FrozenObject, uid: string): string {
  const { namespace = '', name = '' } = object.metadata;
  const key = ['/registry', registryName(resource), namespace, name].filter((part) => part !== '').join('/');
  return (
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, ` +
    `AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${object.metadata.uid ?? ''}`
  );
}

function registryName({ custom, group, plural }: ServedResource): string {
  return custom ? `${group}/${plural}` : plural;
}
