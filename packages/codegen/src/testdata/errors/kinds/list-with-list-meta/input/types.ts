import type { KubernetesObject, ListMeta } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface ShopList {
  metadata?: ListMeta;
  items: Shop[];
}
