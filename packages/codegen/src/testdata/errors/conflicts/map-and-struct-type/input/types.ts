import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +mapType=granular
  // +structType=atomic
  thing?: { a?: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
