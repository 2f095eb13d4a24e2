import type { KubernetesObject } from '@kb/apimachinery';

export type Thing = { inner?: Thing } & { name?: string };

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
