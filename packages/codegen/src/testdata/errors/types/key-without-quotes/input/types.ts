import type { KubernetesObject } from '@kb/apimachinery';

interface Door {
  name: string;
}

export interface ShopSpec {
  name: Door[name];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
