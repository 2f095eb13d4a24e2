import type { KubernetesObject } from '@kb/apimachinery';

const defaults = { color: 'red', size: 'small' } as const;

export interface ShopSpec {
  colour?: (typeof defaults)['colour'];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
