import type { KubernetesObject } from '@kb/apimachinery';

interface Thing {
  a?: string;
}

export interface ShopSpec {
  thing?: Omit<Thing, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
