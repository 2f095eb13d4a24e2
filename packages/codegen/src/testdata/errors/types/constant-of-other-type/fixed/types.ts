import type { KubernetesObject } from '@kb/apimachinery';

const modes: readonly ('a' | 'b' | 'c')[] = ['a', 'c'];

export interface ShopSpec {
  mode: (typeof modes)[number];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
