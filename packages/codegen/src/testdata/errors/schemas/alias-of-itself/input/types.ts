import type { KubernetesObject } from '@kb/apimachinery';

type A = B;
type B = A;

export interface ShopSpec {
  thing?: A;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
