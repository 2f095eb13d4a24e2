import { notFound } from '@kb/apimachinery';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { refuse } from '../../refuse.ts';

/** NamespaceExists: refuses requests in a namespace that does not exist. */
export function namespaceExists({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const namespaces = store.collection('namespaces');
  const validate = ({ resource, namespace }: AdmissionAttributes): void => {
    if (!resource.namespaced || namespaces.get('', namespace)) return;
    refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
  };
  return { name: 'NamespaceExists', validate, validateDeletion: validate };
}
