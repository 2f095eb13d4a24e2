import type { KubernetesObject } from '@kb/apimachinery';

const sizes = { small: 1, large: 2 } satisfies Record<string, number>;

export interface ShopSpec {
  size: keyof typeof sizes;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
