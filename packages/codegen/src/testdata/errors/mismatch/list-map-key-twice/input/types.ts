import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +listType=map
  // +listMapKey=name
  // +k8s:listMapKey=name
  things?: { name: string }[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
