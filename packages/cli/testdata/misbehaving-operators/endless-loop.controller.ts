import { setCondition } from '@kb/apimachinery';
import { type Controller, controllerFor } from '@kb/runtime';
import { shops } from '@shop/client/shop/v1';

// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get;list;watch
// +kubebuilder:rbac:groups=shop.example.com,resources=shops/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

let checks = 0;

/** Says in the status of each Shop how often it was checked. */
export const shopController: Controller = controllerFor(shops).reconcile(async ({ key, client, now }) => {
  const object = client.cached(shops).get(key);
  if (!object || object.metadata.deletionTimestamp) return;
  const { name, namespace } = object.metadata;
  checks += 1;
  const ready = { type: 'Ready', status: 'True', reason: 'Reconciled', message: `Check ${checks} passed` } as const;
  await client.applyStatus(shops, {
    metadata: { name, namespace },
    status: { conditions: setCondition(object.status?.conditions, ready, now()) },
  });
});
