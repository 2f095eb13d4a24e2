import { forbidden, notFound } from '@kb/apimachinery';
import { type AdmissionAttributes, type AdmissionCaller, namespaceOf } from '../../admission/admission-attributes.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, type FrozenObject, nameOrPrefix } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import type { AdmissionRequest } from '../../resources/admission-plugin.ts';
import { groupResource, type ServedResource } from '../../resources/served-resource.ts';
import { restoreManagedFields } from './restore-managed-fields.ts';

/** A write before admission. */
export interface AdmittedWrite extends Omit<AdmissionRequest, 'store'> {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  readonly namespace: string;
  /** Undefined if no webhook is called: for writes of the server itself, and where there are no webhooks. */
  readonly caller: AdmissionCaller | undefined;
}

/**
 * Runs the mutating phase of admission for a write: the server's plugins, then the webhooks. The plugins are the one
 * for every kind, then those of the kind; plugins of kube-apiserver that are missing here are in the list of what is
 * not enforced, or would have no effect in this server. Returns the object, which is another one if a webhook has
 * changed it; a promise only if a webhook is called. Throws the StatusError of the first that refuses the write.
 */
export function admit(write: AdmittedWrite): ApiObject | Promise<ApiObject> {
  const { server, object, caller } = write;
  const runPlugins = (current: ApiObject): void => runPluginsFor({ ...write, object: current, store: server.store });
  runPlugins(object);
  if (!caller) return object;
  const mutated = server.admission.mutate(attributesOf(write, caller, object), runPlugins);
  if (mutated === 'none') return object;
  const { managedFields } = object.metadata;
  return mutated.then((result = object) => {
    restoreManagedFields(result, managedFields, caller.warn);
    return result;
  });
}

/**
 * Runs the validating phase of admission: the webhooks. `shown`: returns the object as it will be stored. Returns
 * undefined if no webhook is called. Rejects with the StatusError of one that refuses the write.
 */
export function validateAdmission(
  write: Omit<AdmittedWrite, 'object'>,
  shown: () => ApiObject,
): Promise<void> | undefined {
  const { caller, server } = write;
  if (!caller) return undefined;
  return server.admission.validate(attributesOf(write, caller, shown()));
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
 * Runs both phases of admission for a deletion. Returns undefined if no webhook is called. Rejects with the StatusError
 * of one that refuses it.
 */
export function admitDeletion({ server, ...deletion }: AdmittedDeletion): Promise<void> | undefined {
  const { resource, namespace, name, old, caller } = deletion;
  const { codec } = resource;
  const attributes: AdmissionAttributes = {
    caller,
    operation: 'DELETE',
    resource,
    subresource: undefined,
    kind: resource,
    codec,
    namespace: namespaceOf(resource, namespace, name),
    name,
    object: undefined,
    old,
  };
  const mutated = server.admission.mutate(attributes, () => undefined);
  return mutated === 'none'
    ? server.admission.validate(attributes)
    : mutated.then(() => server.admission.validate(attributes));
}

function attributesOf(
  { operation, resource, subresource, namespace, name, old }: Omit<AdmittedWrite, 'object'>,
  caller: AdmissionCaller,
  object: ApiObject,
): AdmissionAttributes {
  const { codec } = resource;
  // A generated name is known once it is drawn.
  const known = name || (object.metadata.name ?? '');
  return {
    caller,
    operation,
    resource,
    subresource,
    kind: resource,
    codec,
    namespace: namespaceOf(resource, namespace, known),
    name: known,
    object,
    old,
  };
}

function runPluginsFor(write: AdmissionRequest & Pick<AdmittedWrite, 'resource' | 'namespace'>): void {
  checkNamespace(write);
  for (const plugin of write.resource.admission ?? []) plugin(write);
}

/**
 * Refuses writes in a namespace that does not exist, and creations in one that is being deleted (NamespaceLifecycle).
 */
function checkNamespace({
  operation,
  resource,
  namespace,
  object,
  store,
}: AdmissionRequest & Pick<AdmittedWrite, 'resource' | 'namespace'>): void {
  if (!resource.namespaced) return;
  const found = store.collection('namespaces').get('', namespace);
  if (!found) refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
  if (operation !== 'CREATE' || found.object.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  refuse(
    forbidden(groupResource(resource), nameOrPrefix(object), why, [
      { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
    ]),
  );
}
