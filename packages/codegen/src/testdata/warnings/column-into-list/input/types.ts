import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  streets?: { name?: string }[];
  size?: int32;
}

// +kubebuilder:printcolumn:name="Street",type=string,JSONPath=`.spec.streets.name`
// +kubebuilder:printcolumn:name="Door",type=string,JSONPath=`.spec.size[0]`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
