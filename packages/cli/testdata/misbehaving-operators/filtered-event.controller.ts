import { setCondition } from '@kb/apimachinery';
import { type Controller, controllerFor, generationChanged } from '@kb/runtime';
import { shops } from '@shop/client/shop/v1';

// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get;list;watch
// +kubebuilder:rbac:groups=shop.example.com,resources=shops/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Says in the status of each Shop which tier its label names. */
export const shopController: Controller = controllerFor(shops, { predicates: [generationChanged] }).reconcile(
  async ({ key, client, now }) => {
    const object = client.cached(shops).get(key);
    if (!object || object.metadata.deletionTimestamp) return;
    const { name, namespace, labels } = object.metadata;
    const tier = labels?.tier ?? 'basic';
    const ready = { type: 'Ready', status: 'True', reason: 'Reconciled', message: `The tier is ${tier}` } as const;
    await client.applyStatus(shops, {
      metadata: { name, namespace },
      status: { conditions: setCondition(object.status?.conditions, ready, now()) },
    });
  },
);
