import { type DeepReadonly, equalJson, hasStatusCause, isAlreadyExists } from '@kb/apimachinery';
import { type ConfigMap, configMaps, namespaces } from '@kb/kubernetes/core/v1';
import { asReconciler, type Controller, controllerFor, objectPredicate, type ReconcileClient } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';

const NAME = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
const describing = {
  [DESCRIPTION]:
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
};

/**
 * Creates the controller that publishes the certificates of the API server in the ConfigMap `kube-root-ca.crt` of every
 * namespace, and restores it when others change or delete it. In a namespace that is being deleted it repairs the
 * ConfigMap as long as there is one.
 */
export function rootCertificatesController(rootCertificates: string): Controller {
  const data = { 'ca.crt': rootCertificates };
  return controllerFor(namespaces)
    .named('root-ca-certificate-publisher')
    .watches(configMaps, ({ metadata: { namespace = '' } }) => [{ name: namespace }], {
      predicates: [objectPredicate<ConfigMap>(({ metadata }) => metadata.name === NAME)],
    })
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(namespaces, async ({ metadata: { name, deletionTimestamp } }, { client }) => {
        const map = client.cached(configMaps).get({ namespace: name, name: NAME });
        if (map) await repair(client, map, data);
        else if (deletionTimestamp === undefined) await create(client, name, data);
      }),
    );
}

type Certificates = Readonly<Record<string, string>>;

async function create(client: ReconcileClient, namespace: string, data: Certificates): Promise<void> {
  try {
    await client.create(configMaps, { metadata: { namespace, name: NAME, annotations: describing }, data });
  } catch (error) {
    if (!isAlreadyExists(error) && !hasStatusCause(error, 'NamespaceTerminating')) throw error;
  }
}

/** Restores the data and the description. Another description stays as long as the data is right. */
async function repair(client: ReconcileClient, map: DeepReadonly<ConfigMap>, data: Certificates): Promise<void> {
  const { annotations = {} } = map.metadata;
  if (equalJson(map.data, data) && (annotations[DESCRIPTION] ?? '') !== '') return;
  const metadata = { ...map.metadata, annotations: { ...annotations, ...describing } };
  await client.update(configMaps, { ...map, metadata, data });
}
