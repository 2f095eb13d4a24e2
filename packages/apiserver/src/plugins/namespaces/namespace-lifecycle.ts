import { forbidden, notFound } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { nameOrPrefix } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';

/**
 * NamespaceLifecycle: refuses writes in a namespace that does not exist, and creations in one that is being deleted.
 */
export function namespaceLifecycle({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const namespaces = store.collection('namespaces');
  return {
    name: 'NamespaceLifecycle',
    mutate: ({ operation, resource, namespace, object }) => {
      if (!resource.namespaced || resource.plural === 'localsubjectaccessreviews') return;
      const found = namespaces.get('', namespace);
      if (!found) refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
      if (operation !== 'CREATE' || found.object.metadata.deletionTimestamp === undefined) return;
      const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
      const message = `namespace ${namespace} is being terminated`;
      refuse(
        forbidden(groupResource(resource), nameOrPrefix(object), why, [
          { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
        ]),
      );
    },
  };
}
