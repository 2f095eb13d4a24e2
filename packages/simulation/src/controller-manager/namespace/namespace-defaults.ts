import { type DeepReadonly, equalJson, hasStatusCause, isAlreadyExists } from '@kb/apimachinery';
import {
  type ConfigMap,
  configMaps,
  type Namespace,
  namespaces,
  type ServiceAccount,
  serviceAccounts,
} from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type Controller,
  controllerFor,
  type EventHandler,
  objectPredicate,
  type ReconcileClient,
} from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';

/** The ServiceAccount of every namespace, which Pods use by default. */
const SERVICE_ACCOUNT = 'default';
const ROOT_CA = 'kube-root-ca.crt';
const rootCaAnnotations = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
};

/**
 * Creates a controller that ensures that every namespace that is not being deleted has the ServiceAccount `default` and
 * the ConfigMap `kube-root-ca.crt`, as kube-controller-manager's serviceaccount-controller and
 * root-ca-certificate-publisher do.
 */
export function namespaceDefaultsController(rootCertificates: string): Controller {
  const data = { 'ca.crt': rootCertificates };
  return controllerFor(namespaces)
    .named('namespace-defaults')
    .watches(serviceAccounts, whenAccountIsGone)
    .watches(configMaps, ({ metadata: { namespace = '' } }) => [{ name: namespace }], {
      predicates: [objectPredicate<ConfigMap>(({ metadata }) => metadata.name === ROOT_CA)],
    })
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(namespaces, async (namespace, { client }) => {
        if (!isActive(namespace)) return;
        const { name } = namespace.metadata;
        try {
          await Promise.all([ensureAccount(client, name), ensureMap(client, name, data)]);
        } catch (error) {
          if (!hasStatusCause(error, 'NamespaceTerminating')) throw error;
        }
      }),
    );
}

const whenAccountIsGone: EventHandler<ServiceAccount> = {
  delete: ({ object: { metadata } }, queue) => {
    if (metadata.name === SERVICE_ACCOUNT) queue.add({ name: metadata.namespace ?? '' });
  },
};

async function ensureAccount(client: ReconcileClient, namespace: string): Promise<void> {
  const metadata = { namespace, name: SERVICE_ACCOUNT };
  if (client.cached(serviceAccounts).get(metadata) !== undefined) return;
  await unlessThere(client.create(serviceAccounts, { metadata }));
}

async function ensureMap(
  client: ReconcileClient,
  namespace: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const map = client.cached(configMaps).get({ namespace, name: ROOT_CA });
  if (map === undefined) {
    const metadata = { namespace, name: ROOT_CA, annotations: rootCaAnnotations };
    await unlessThere(client.create(configMaps, { metadata, data }));
  } else if (!equalJson(map.data, data)) {
    const annotations = { ...map.metadata.annotations, ...rootCaAnnotations };
    await client.update(configMaps, { ...map, metadata: { ...map.metadata, annotations }, data });
  }
}

const isActive = ({ metadata, status }: DeepReadonly<Namespace>): boolean =>
  metadata.deletionTimestamp === undefined && status?.phase !== 'Terminating';

async function unlessThere(created: Promise<unknown>): Promise<void> {
  try {
    await created;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
