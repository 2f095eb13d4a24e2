import type { KubernetesObject } from '@kb/apimachinery';

export enum Thing {
  A = Math.random(),
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
