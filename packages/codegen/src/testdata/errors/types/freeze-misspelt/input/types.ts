import type { KubernetesObject } from '@kb/apimachinery';

const modes = Object.freez(['a', 'b'] as const);

export interface ShopSpec {
  mode: (typeof modes)[number];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
