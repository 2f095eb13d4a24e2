import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +mapType=atomic
  names?: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
