import { existsSync } from 'node:fs';
import { type Controller, controllerFor } from '@kb/runtime';
import { shops } from '@shop/client/shop/v1';

// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get;list;watch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Waits for a file, and lets nothing else run meanwhile. */
export const shopController: Controller = controllerFor(shops).reconcile(async ({ key, client }) => {
  if (!client.cached(shops).get(key)) return;
  while (!existsSync('arrived.txt'));
});
