import { forbidden, notFound } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';

/** Nothing is written in a namespace that is not there, and nothing is created in one that is ending. */
export const namespaceLifecycle: AdmissionPlugin = ({ operation, resource, namespace, object, server }) => {
  if (!resource.namespaced) return;
  const found = server.store.collection('namespaces').get('', namespace);
  if (!found) refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
  if (operation !== 'CREATE' || found.object.metadata.deletionTimestamp === undefined) return;
  const name = object.metadata.name || object.metadata.generateName || '';
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  refuse(
    forbidden(groupResource(resource), name, why, [
      { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
    ]),
  );
};
