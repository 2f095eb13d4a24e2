import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { createObject } from '../../pipelines/create-object.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';

/** NamespaceAutoProvision: creates the namespace of a new object if it does not exist. */
export function namespaceAutoProvision(server: ServerContext): AdmissionPlugin {
  const namespaces = server.store.collection('namespaces');
  return {
    name: 'NamespaceAutoProvision',
    operations: ['CREATE'],
    mutate: ({ resource, namespace, caller }) => {
      if (caller.dryRun || !resource.namespaced || namespaces.get('', namespace)) return undefined;
      const found = server.registry.find('', 'v1', 'namespaces');
      if (!found) throw new Error('namespaces are not served');
      const created = createObject({
        server,
        resource: found,
        namespace: '',
        object: found.codec.decode(
          { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
          new DecodeContext(),
        ),
        options: { dryRun: false, manager: 'kube-apiserver', fieldValidation: 'Ignore', force: false },
        warn: () => undefined,
      });
      return created instanceof Promise ? created.then(() => undefined) : undefined;
    },
  };
}
