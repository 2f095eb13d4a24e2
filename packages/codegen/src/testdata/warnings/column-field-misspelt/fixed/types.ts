import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
}

// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
