import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: Extract<string | null, null>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
