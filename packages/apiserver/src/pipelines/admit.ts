import { forbidden, notFound } from '@kb/apimachinery';
import { nameOrPrefix } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { AdmissionRequest } from '../resources/admission-plugin.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';

/** A write that is to be admitted. */
export interface AdmittedWrite extends AdmissionRequest {
  readonly resource: ServedResource;
  readonly namespace: string;
}

/**
 * Runs the admission plugins over a write: the one that looks at every kind, then those of the kind. Throws the
 * StatusError of the first that refuses it. Plugins that kube-apiserver has and that are not here do nothing in this
 * server; webhooks are not called yet.
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
