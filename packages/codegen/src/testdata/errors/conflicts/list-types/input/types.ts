import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +listType=set
  // +k8s:listType=atomic
  names?: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
