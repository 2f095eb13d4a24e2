import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +structType=fine
  thing?: { a?: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
