import { forbidden, notFound } from '@kb/apimachinery';
import { nameOrPrefix } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { AdmissionRequest } from '../resources/admission-plugin.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';

/** A write before admission. */
export interface AdmittedWrite extends AdmissionRequest {
  readonly resource: ServedResource;
  readonly namespace: string;
}

/**
 * Runs the admission plugins for a write: the one for every kind, then those of the kind. Throws the StatusError of the
 * first that refuses it. Plugins of kube-apiserver that are missing here would have no effect in this server; webhooks
 * are not called yet.
 */
export function admit(write: AdmittedWrite): void {
  checkNamespace(write);
  for (const plugin of write.resource.admission ?? []) plugin(write);
}

/**
 * Refuses writes in a namespace that does not exist, and creations in one that is being deleted (NamespaceLifecycle).
 */
function checkNamespace({ operation, resource, namespace, object, store }: AdmittedWrite): void {
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
