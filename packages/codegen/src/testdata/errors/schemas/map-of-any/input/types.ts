import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  things?: Record<string, any>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
