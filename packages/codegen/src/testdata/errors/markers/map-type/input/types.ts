import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +mapType=map
  labels?: Record<string, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
