import type { KubernetesObject } from '@kb/apimachinery';

export type Size = 'A' | 'B';

export interface ShopSpec {
  // +kubebuilder:validation:Enum=A
  size?: Size;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
