import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopReference extends KubernetesObject {
  shop?: string;
}
