import type { FieldError } from '@kb/apimachinery';
import { type AdmissionCaller, namespaceOf } from '../../admission/admission-attributes.ts';
import { checkGrant, RBAC_GROUP } from '../../authorization/rbac/check-grant.ts';
import type { WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { errorsOfParameterAccess, POLICY_GROUP } from '../../policies/parameter-access.ts';
import { restoreManagedFields } from './restore-managed-fields.ts';

/** A write before admission. */
export interface AdmittedWrite extends Pick<WriteAttributes, 'operation' | 'subresource' | 'name' | 'object' | 'old'> {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  readonly namespace: string;
  /** Undefined for writes of the server itself, which need no admission. */
  readonly caller: AdmissionCaller | undefined;
}

/**
 * Runs the mutating phase of admission for a write. Returns the object, which is another one if a webhook or a policy
 * has changed it; a promise only if a plugin waits. Throws the StatusError of the first that refuses the write.
 */
export function admit(write: AdmittedWrite): ApiObject | Promise<ApiObject> {
  const { server, object, caller } = write;
  if (!caller) return object;
  const mutated = server.admission.mutate({ ...attributesOf(write, caller, object.metadata.name), object });
  if (!(mutated instanceof Promise)) return allowGrant(write, caller, mutated);
  const { managedFields } = object.metadata;
  const { forWebhooks } = write.resource.codec;
  return mutated.then((admitted) => {
    const result = forWebhooks?.settle(admitted) ?? admitted;
    restoreManagedFields(result, managedFields, caller.warn);
    return allowGrant(write, caller, result);
  });
}

/** Returns the object. Throws the StatusError of a role or binding that grants more than its writer holds. */
function allowGrant(
  { server, resource, namespace, old }: AdmittedWrite,
  { user, requestedName = '' }: AdmissionCaller,
  object: ApiObject,
): ApiObject {
  const { group, plural } = resource;
  if (server.rbac && group === RBAC_GROUP)
    checkGrant(server.rbac, { user, plural, namespace, requestedName, object, old });
  return object;
}

/**
 * Returns a function that returns the errors of a policy or binding whose parameters its writer may not read; undefined
 * if the write is not one of these.
 */
export function errorsOfAccess(
  { server, resource, subresource, caller, old }: Omit<AdmittedWrite, 'object' | 'name'>,
  object: ApiObject,
): (() => FieldError[]) | undefined {
  const { group, plural } = resource;
  if (!caller || group !== POLICY_GROUP || subresource !== undefined) return undefined;
  const { user, authorizer } = caller;
  return () => errorsOfParameterAccess({ user, authorizer, plural, object, old }, server);
}

/**
 * Runs the validating phase of admission. `shown`: returns the object as it will be stored. Returns undefined if
 * nothing waits. Throws or rejects with the StatusError of a refusal.
 */
export function validateAdmission(
  write: Omit<AdmittedWrite, 'object'>,
  shown: () => ApiObject,
): Promise<void> | undefined {
  const { caller, server } = write;
  return caller && server.admission.validate(attributesOf(write, caller, undefined), shown);
}

/** A deletion before admission. */
export interface AdmittedDeletion {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  readonly namespace: string;
  /** Empty for the deletion of a collection. */
  readonly name: string;
  readonly old: FrozenObject;
  readonly caller: AdmissionCaller;
}

/**
 * Runs both phases of admission for a deletion. Returns undefined if nothing waits. Throws or rejects with the
 * StatusError of a refusal.
 */
export function admitDeletion({ server, ...deletion }: AdmittedDeletion): Promise<void> | undefined {
  const { resource, namespace, name } = deletion;
  return server.admission.admitDeletion({
    ...deletion,
    operation: 'DELETE',
    subresource: undefined,
    kind: resource,
    codec: resource.codec,
    namespace: namespaceOf(resource, namespace, name),
    object: undefined,
  });
}

function attributesOf(
  { operation, resource, subresource, namespace, name: sent, old }: Omit<AdmittedWrite, 'object'>,
  caller: AdmissionCaller,
  generatedName: string | undefined,
): Omit<WriteAttributes, 'object'> {
  // A generated name is known once it is drawn.
  const name = sent || (generatedName ?? '');
  return {
    caller,
    operation,
    resource,
    subresource,
    kind: resource,
    codec: resource.codec,
    namespace: namespaceOf(resource, namespace, name),
    name,
    old,
  };
}
