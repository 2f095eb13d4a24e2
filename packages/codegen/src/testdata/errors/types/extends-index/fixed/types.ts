import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  values: Record<string, string>;
  count: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
