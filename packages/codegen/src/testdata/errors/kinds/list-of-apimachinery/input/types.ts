import type { KubernetesList, KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface ShopList extends KubernetesList<Shop> {}

// +kubebuilder:object:root=true
export type Shops = KubernetesList<Shop>;
