import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name: 'a' | 'b' | null | undefined;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
