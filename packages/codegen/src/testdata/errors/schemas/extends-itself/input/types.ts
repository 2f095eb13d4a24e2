import type { KubernetesObject } from '@kb/apimachinery';

interface A extends B {}
interface B extends A {}

export interface ShopSpec {
  thing?: A;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
