import { notFound } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { refuse } from '../../refuse.ts';
import { forbid } from '../shared/forbid.ts';

/**
 * NamespaceLifecycle: refuses writes in a namespace that does not exist, and creations in one that is being deleted.
 */
export function namespaceLifecycle({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const namespaces = store.collection('namespaces');
  return {
    name: 'NamespaceLifecycle',
    mutate: (write) => {
      const { operation, resource, namespace } = write;
      if (!resource.namespaced || resource.plural === 'localsubjectaccessreviews') return;
      const found = namespaces.get('', namespace);
      if (!found) refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
      if (operation !== 'CREATE' || found.object.metadata.deletionTimestamp === undefined) return;
      const message = `namespace ${namespace} is being terminated`;
      forbid(write, `unable to create new content in namespace ${namespace} because it is being terminated`, [
        { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
      ]);
    },
  };
}
