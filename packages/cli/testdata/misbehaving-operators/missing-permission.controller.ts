import { configMaps } from '@kb/kubernetes/core/v1';
import { type Controller, controllerFor } from '@kb/runtime';
import { shops } from '@shop/client/shop/v1';

// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Makes a ConfigMap with the settings of each Shop. */
export const shopController: Controller = controllerFor(shops).reconcile(async ({ key, client }) => {
  const object = client.cached(shops).get(key);
  if (!object || object.metadata.deletionTimestamp) return;
  const { name, namespace } = object.metadata;
  await client.apply(
    configMaps,
    { metadata: { name: `${name}-settings`, namespace }, data: { foo: object.spec.foo ?? '' } },
    { controlledBy: object },
  );
});
