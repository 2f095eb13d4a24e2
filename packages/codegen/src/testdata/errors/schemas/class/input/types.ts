import type { KubernetesObject } from '@kb/apimachinery';

export class Thing {
  a = '';
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
