import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  names?: (string | undefined)[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
