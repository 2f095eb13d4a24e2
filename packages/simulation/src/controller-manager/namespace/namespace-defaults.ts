import { type DeepReadonly, equalJson, isAlreadyExists } from '@kb/apimachinery';
import { configMaps, type Namespace, namespaces, serviceAccounts } from '@kb/kubernetes/core/v1';
import { isNamespaceTerminating } from '../../api/errors.ts';
import type { SimulationContext } from '../../api/simulation-context.ts';

/** What every namespace has: the ServiceAccount that Pods get, and the certificates that they trust. */
const SERVICE_ACCOUNT = 'default';
const ROOT_CA = 'kube-root-ca.crt';
const ROOT_CA_ANNOTATIONS = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
};

/**
 * Keeps the ServiceAccount `default` and the ConfigMap `kube-root-ca.crt` in every namespace that is not being deleted.
 */
export function runNamespaceDefaults(context: SimulationContext, rootCertificates: string): void {
  const client = context.client('kube-controller-manager');
  const informer = context.informer(namespaces);
  const accounts = context.informer(serviceAccounts);
  const maps = context.informer(configMaps);
  const data = { 'ca.crt': rootCertificates };
  const queue = context.queue('namespace-defaults', [informer, accounts, maps], (name) => reconcile(name));

  informer.subscribe(({ after }) => {
    if (after !== undefined) queue.add(after.metadata.name);
  });
  accounts.subscribe(({ before, after }) => {
    if (after === undefined && before?.metadata.name === SERVICE_ACCOUNT) queue.add(before.metadata.namespace ?? '');
  });
  maps.subscribe(({ before, after }) => {
    const map = after ?? before;
    if (map?.metadata.name === ROOT_CA) queue.add(map.metadata.namespace ?? '');
  });

  async function reconcile(name: string): Promise<undefined> {
    const namespace = informer.get({ name });
    if (namespace === undefined || !isActive(namespace)) return;
    try {
      await Promise.all([ensureAccount(name), ensureMap(name)]);
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
  }

  async function ensureAccount(namespace: string): Promise<void> {
    if (accounts.get({ namespace, name: SERVICE_ACCOUNT }) !== undefined) return;
    await unlessThere(async () => {
      accounts.observe(await client.create(serviceAccounts, { metadata: { namespace, name: SERVICE_ACCOUNT } }));
    });
  }

  async function ensureMap(namespace: string): Promise<void> {
    const map = maps.get({ namespace, name: ROOT_CA });
    const metadata = { namespace, name: ROOT_CA, annotations: ROOT_CA_ANNOTATIONS };
    if (map === undefined) {
      await unlessThere(async () => {
        maps.observe(await client.create(configMaps, { metadata, data }));
      });
    } else if (!equalJson(map.data, data)) {
      const annotations = { ...map.metadata.annotations, ...ROOT_CA_ANNOTATIONS };
      maps.observe(await client.update(configMaps, { ...map, metadata: { ...map.metadata, annotations }, data }));
    }
  }
}

const isActive = ({ metadata, status }: DeepReadonly<Namespace>): boolean =>
  metadata.deletionTimestamp === undefined && status?.phase !== 'Terminating';

async function unlessThere(create: () => Promise<void>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
