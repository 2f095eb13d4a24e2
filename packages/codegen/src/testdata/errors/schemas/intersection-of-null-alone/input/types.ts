import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  port: (string | null) & (int32 | null);
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
