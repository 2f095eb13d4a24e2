import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
  floors?: int32;
}

// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
// +kubebuilder:printcolumn:name="Floors",type=integer,JSONPath=`.spec.floors`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
