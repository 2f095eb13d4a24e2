import type { KubernetesObject } from '@kb/apimachinery';

const modes = ['a', 'b'] as const;

export interface ShopSpec {
  mode: modes;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
