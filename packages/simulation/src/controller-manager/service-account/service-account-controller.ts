import { type DeepReadonly, hasStatusCause, isAlreadyExists } from '@kb/apimachinery';
import { type Namespace, namespaces, type ServiceAccount, serviceAccounts } from '@kb/kubernetes/core/v1';
import { asReconciler, type Controller, controllerFor, type EventHandler } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';

/** The ServiceAccount of every namespace, which Pods use by default. */
const NAME = 'default';

/** Creates the controller that makes the ServiceAccount `default` of every namespace, also after it was deleted. */
export function serviceAccountController(): Controller {
  return controllerFor(namespaces)
    .named('serviceaccount-controller')
    .watches(serviceAccounts, whenAccountIsGone)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(namespaces, async (namespace, { client }) => {
        const metadata = { namespace: namespace.metadata.name, name: NAME };
        if (!isActive(namespace) || client.cached(serviceAccounts).get(metadata) !== undefined) return;
        try {
          await client.create(serviceAccounts, { metadata });
        } catch (error) {
          if (!isAlreadyExists(error) && !hasStatusCause(error, 'NamespaceTerminating')) throw error;
        }
      }),
    );
}

const whenAccountIsGone: EventHandler<ServiceAccount> = {
  delete: ({ object: { metadata } }, queue) => {
    if (metadata.name === NAME) queue.add({ name: metadata.namespace ?? '' });
  },
};

const isActive = ({ metadata, status }: DeepReadonly<Namespace>): boolean =>
  metadata.deletionTimestamp === undefined && status?.phase !== 'Terminating';
