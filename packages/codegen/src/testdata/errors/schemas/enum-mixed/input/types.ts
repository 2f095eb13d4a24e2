import type { KubernetesObject } from '@kb/apimachinery';

export enum Thing {
  A = 'a',
  B = 1,
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
