import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface ShopList extends KubernetesObject {
  items: Shop[];
}
